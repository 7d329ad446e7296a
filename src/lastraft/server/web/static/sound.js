// Sound, made of oscillators and noise. It is heard after the first gesture, in the tab that was touched last.

import { byId, store, stored, words } from "./common.js";

/**
 * A part of a sound: wave, from Hz, to Hz, begins, lasts, loudness, attack, low-pass Hz; times in seconds.
 * @typedef {[OscillatorType | "noise", number, number, number, number, number, number?, number?]} Part
 */
/** @type {(from: number[], lasts: number[], attack?: number) => Part[]} */
const chord = (notes, lasts, attack = 0.01) =>
  notes.map((note, i) => ["triangle", note, note, i * (lasts[0] / 2), lasts[i], 0.14, attack]);
/** @type {(times: number[], from: number, to: number, loud: number, lasts?: number) => Part[]} */
const knocks = (times, from, to, loud, lasts = 0.05) => times.map((at) => ["noise", from, to, at, lasts, loud, 0.002]);

/** @type {Part[]} */
const WATER = [
  ["noise", 500, 900, 0, 0.3, 0.22, 0.08],
  ["noise", 700, 350, 0.22, 0.3, 0.16, 0.05],
];
/** @type {Part[]} */
const CARD = [
  ["triangle", 320, 520, 0, 0.12, 0.16],
  ["noise", 2500, 1200, 0.05, 0.1, 0.1],
];
/** @type {Part[]} */
const SAFE = chord([523, 659, 784], [0.22, 0.2, 0.5]);
/** @type {Part[]} */
const STEP = [["noise", 900, 500, 0, 0.06, 0.15]];
/** @type {Part[]} */
const CRASH = [
  ["noise", 400, 80, 0, 0.4, 0.4, 0.01],
  ["sawtooth", 90, 40, 0, 0.3, 0.2, 0.01, 260],
];
/** @type {Part[]} */
const DRUM = [0, 0.28, 0.56].map((at) => ["sine", 95, 60, at, 0.18, 0.35, 0.005]);
/** @type {Part[]} */
const STORM = [
  ["noise", 250, 900, 0, 1.3, 0.3, 0.4],
  ["sine", 90, 45, 0, 1.4, 0.25, 0.2],
];

/** @type {Record<string, Part[]>} */
const SOUNDS = {
  ball: knocks([0, 0.4], 2200, 900, 0.25),
  bell: [
    ["sine", 880, 880, 0, 0.9, 0.2, 0.005],
    ["sine", 1320, 1320, 0.02, 0.7, 0.1, 0.005],
  ],
  build: [...knocks([0, 0.18, 0.36], 700, 400, 0.3), ...STEP],
  card: CARD,
  coin: [["triangle", 1200, 1500, 0, 0.1, 0.1]],
  conch: [["sawtooth", 220, 262, 0, 0.9, 0.12, 0.15, 700]],
  crash: CRASH,
  dawn: chord([392, 494, 587], [0.5, 0.8, 1.2], 0.1),
  death: [
    ["sawtooth", 110, 41, 0, 1.1, 0.18, 0.01, 700],
    ["sine", 55, 40, 0, 1.3, 0.3],
  ],
  dice: knocks([0, 0.09, 0.17, 0.3, 0.46], 2400, 900, 0.26),
  drum: DRUM,
  end: chord([392, 494, 587, 784], [0.4, 1.6, 2, 2.5], 0.1),
  erupt: [
    ["noise", 120, 60, 0, 1.4, 0.6, 0.05],
    ["sawtooth", 55, 32, 0, 1.2, 0.3, 0.03, 260],
  ],
  fly: [["sine", 500, 1100, 0, 0.35, 0.1, 0.05]],
  geiger: knocks([0, 0.07, 0.1, 0.21, 0.24, 0.4, 0.43, 0.5, 0.66, 0.7], 6000, 5000, 0.25, 0.012),
  heal: SAFE,
  loss: [
    ["sawtooth", 220, 82, 0, 0.55, 0.16, 0.01, 900],
    ["sine", 110, 55, 0, 0.7, 0.25],
  ],
  meal: SAFE,
  metal: [
    ["square", 1900, 1880, 0, 0.35, 0.08, 0.005, 5000],
    ["square", 2630, 2600, 0, 0.35, 0.06, 0.005, 5000],
  ],
  night: chord([587, 494, 392], [0.5, 0.8, 1.2], 0.1),
  oar: WATER,
  offer: [["triangle", 600, 800, 0, 0.2, 0.12]],
  rescue: SAFE,
  rise: [["sine", 160, 320, 0, 0.3, 0.18, 0.08]],
  shot: [
    ["noise", 3500, 400, 0, 0.12, 0.5, 0.001],
    ["sine", 140, 50, 0, 0.25, 0.4, 0.001],
  ],
  shuffle: knocks([0, 0.08, 0.16, 0.24, 0.32], 3000, 1800, 0.12),
  sink: [
    ["sine", 210, 60, 0, 0.5, 0.3, 0.02],
    ["noise", 900, 200, 0.05, 0.6, 0.2, 0.1],
  ],
  snake: knocks([0, 0.07, 0.14, 0.25, 0.32, 0.4], 5500, 6500, 0.2),
  splash: WATER,
  step: STEP,
  storm: STORM,
  swim: [["noise", 400, 700, 0, 0.35, 0.14, 0.1]],
  thud: [["sine", 95, 45, 0, 0.3, 0.4, 0.005], ...CRASH],
  tick: STEP,
  turn: CARD,
  vote: [...DRUM, ["noise", 3000, 2000, 0.84, 0.05, 0.25]],
  whirl: STORM,
  whoosh: [["noise", 400, 2200, 0, 0.3, 0.15, 0.1]],
  wood: knocks([0, 0.14], 600, 350, 0.3, 0.08),
};

const LEVELS = [0, 0.4, 0.7, 1];
const AT_ONCE = 4; // so many sounds; then the oldest ends
const AGAIN = 60; // ms within which the same sound is heard once
const saved = Number(stored("sound") ?? 1);
let level = LEVELS[saved] === undefined ? 1 : saved;
/** @type {AudioContext | null} */
let audio = null;
/** @type {GainNode | null} */
let master = null;
/** @type {AudioBuffer | null} */
let hiss = null;
/** @type {GainNode[]} */
let sounding = [];
/** @type {Map<string, number>} */
const heard = new Map();

// Of several tabs the one that was touched last sounds; the others pass on that it is one's turn there.
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("lastraft-sound") : null;
let leads = true;
if (tabs) {
  tabs.onmessage = ({ data }) => {
    if (data.leads) leads = false;
    else if (leads && data.bell) ringOnce(data.bell);
  };
}
function lead() {
  if (!leads || !audio) tabs?.postMessage({ leads: true });
  leads = true;
}

function awake() {
  lead();
  if (!("AudioContext" in window)) return;
  if (!audio) {
    audio = new AudioContext();
    const evened = new DynamicsCompressorNode(audio, { threshold: -18, ratio: 4 });
    master = new GainNode(audio, { gain: LEVELS[level] * 0.5 });
    master.connect(evened).connect(audio.destination);
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const noise = hiss.getChannelData(0);
    for (let i = 0; i < noise.length; i++) noise[i] = Math.random() * 2 - 1;
  }
  if (audio.state === "suspended") audio.resume();
}

/**
 * @param {string | undefined} name
 * @param {number} pace how much longer it lasts than usual
 */
export function sound(name, pace = 1) {
  const parts = SOUNDS[name ?? ""];
  if (!name || !parts || !level || !leads || !audio || !master || audio.state !== "running") return;
  if (performance.now() - (heard.get(name) ?? -AGAIN) < AGAIN) return;
  heard.set(name, performance.now());
  const out = new GainNode(audio);
  out.connect(master);
  sounding.push(out);
  if (sounding.length > AT_ONCE) sounding.shift()?.disconnect();
  for (const [wave, from, to, begins, lasts, loud, attack = 0.01, cut = 8000] of parts) {
    const [start, end] = [audio.currentTime + begins * pace, audio.currentTime + (begins + lasts) * pace];
    const filter = new BiquadFilterNode(audio, { type: wave === "noise" ? "bandpass" : "lowpass", frequency: cut });
    const gain = new GainNode(audio, { gain: 0 });
    let glide = filter.frequency;
    /** @type {AudioScheduledSourceNode} */
    let source;
    if (wave === "noise") {
      source = new AudioBufferSourceNode(audio, { buffer: hiss, loop: true });
      filter.Q.value = 0.9;
    } else {
      const tone = new OscillatorNode(audio, { type: wave });
      [source, glide] = [tone, tone.frequency];
    }
    glide.setValueAtTime(from, start);
    glide.exponentialRampToValueAtTime(to, end);
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + attack);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    source.connect(filter).connect(gain).connect(out);
    source.start(start);
    source.stop(end + 0.05);
  }
}

/** @type {Set<string>} */
const rung = new Set();
/** @param {string} key */
function ringOnce(key) {
  if (rung.has(key)) return;
  rung.add(key);
  sound("bell");
  if (level && navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(60);
}

/**
 * It is one's turn, at this table and with this question: heard once, in whichever tab sounds.
 * @param {string} key
 */
export function ring(key) {
  if (leads) ringOnce(key);
  else tabs?.postMessage({ bell: key });
}

const button = byId("sound");
function showLevel() {
  if (!button) return;
  const said = [words.soundOff, words.soundSoft, words.soundMiddle, words.soundLoud][level] ?? "";
  button.title = said;
  button.setAttribute("aria-label", said);
  button.dataset.level = String(level);
}
function nextLevel() {
  level = (level + 1) % LEVELS.length;
  store("sound", level);
  if (master) master.gain.value = LEVELS[level] * 0.5;
  showLevel();
  sound("coin");
}
if (button && "AudioContext" in window) {
  button.hidden = false;
  showLevel();
  button.addEventListener("click", nextLevel);
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, awake, true);
  addEventListener("visibilitychange", () => document.hidden || lead());
  addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    const writes = target instanceof Element && target.matches("input, select, textarea");
    if (key === "m" && !writes && !ctrlKey && !metaKey && !altKey) nextLevel();
  });
}
