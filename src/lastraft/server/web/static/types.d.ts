// What the scripts share with the server: the messages of the socket and the elements of the templates.

/** Elements of the templates that are more than an HTMLElement, by their ids. */
export interface Elements {
  again: HTMLAnchorElement;
  "away-card": HTMLDialogElement;
  play: HTMLButtonElement;
  "at-move": HTMLInputElement;
  careful: HTMLDialogElement;
  fate: HTMLDialogElement;
  "first-card": HTMLDialogElement;
  find: HTMLInputElement;
  hint: HTMLButtonElement;
  undo: HTMLButtonElement;
  loupe: SVGSVGElement;
  "pass-for-me": HTMLInputElement;
  step: HTMLButtonElement;
  asks: HTMLSelectElement;
  said: HTMLInputElement;
  "show-again": HTMLButtonElement;
  sound: HTMLButtonElement;
  speed: HTMLSelectElement;
  to: HTMLSelectElement;
}

declare global {
  /** Tells when the reader wants to close something, by Escape or a phone's way back; some browsers have none. */
  class CloseWatcher {
    onclose: (() => void) | null;
    destroy(): void;
  }
}

export type ElementById<Id extends string> = Id extends keyof Elements ? Elements[Id] : HTMLElement;

/** A point of the window. */
export interface Point {
  x: number;
  y: number;
}

/** Something that glows: where its middle is, and its smaller side. */
export interface Spot extends Point {
  element: HTMLElement;
  size: number;
}

/** What `body` says of the page; the tests read `received` and `sent`. */
export interface PageData extends DOMStringMap {
  root: string;
  lang: string;
  table?: string;
  status?: string;
  /** Set on a page that sees only what those without a seat see. */
  watch?: string;
  /** By seat: which of the people on this device sits there. */
  beside?: string;
  /** Set where one sees only one's hand and what is asked; another screen shows the table. */
  hand?: string;
  received?: string;
  sent?: string;
}

export interface Seat {
  seat: number;
  name: string;
  kind?: "person" | "bot" | "empty";
}

/** The table apart from its game. */
export interface Lobby {
  status: "lobby" | "running" | "over";
  seats: Seat[];
  you: number | null;
  timing: { grace: number; kind: string; nights: boolean };
  rematch: string | null;
}

/** A legal move, or with `codes` several in one go. */
export interface Move {
  code?: number;
  codes?: number[];
  label: string;
  detail?: string;
  /** The same in fewer words, for many answers on a small screen. */
  brief?: string;
  /** Whether it can hardly bring anything now: it is listed last. */
  vain?: boolean;
  /** Whether another one does the same, too: it is only in the list of all moves. */
  needless?: boolean;
  /** A question to ask before it, where it costs something. */
  careful?: string;
  /** The ids of what makes it up, in the order of clicking. */
  clicks: string[];
  /** Whether it lets an open window pass: the usual answer. */
  passes?: boolean;
  first?: boolean;
}

/** The window that is open for everybody, and what one may do in it or before the next. */
export interface Beat {
  left: number;
  of: number;
  step: boolean;
  offers: Move[];
  /** What one could do by stepping in. */
  could?: string;
  asked?: boolean;
  holding?: boolean;
  held?: boolean;
  done?: boolean;
  ready?: number[];
  people?: number[];
  /** Whether a vote follows it. */
  debate?: boolean;
  /** Whether the reader's life is at stake. */
  urgent?: boolean;
}

/** Something that one can say by a click. */
export interface Phrase {
  code: number;
  menu: string;
  label: string;
}

export interface Stage {
  heading: string;
  phases: string[];
  now: number;
  left: number;
  of: number;
  thrown: string;
}

/** One of the figures that matter all the time. */
export interface Figure {
  symbol: string;
  value: string;
  note: string;
  said: string;
  urgent: boolean;
  element: string;
}

export interface Outcome {
  said: string;
  why: string;
  scores: number[];
  ranks: number[];
  winners: number[];
  lines: [what: string, points: number][][];
  /** Whether they say more than who has won. */
  points: boolean;
}

/** A whole drawing, or its pieces: runs of those that the page has, the others as text. */
export type Drawing =
  string | (string | [from: number, to: number] | [piece: number, head: number, tail: number, middle: string])[];

/** The game as the reader sees it. */
export interface Game {
  prompt: string;
  stage: Stage;
  strip: Figure[];
  question: number;
  legal: Move[];
  /** The kinds of the legal moves in their order, and how many there are of each. */
  kinds: [name: string, count: number][];
  awaited: number[];
  waiting: string;
  window: boolean;
  usual: number | null;
  raised: boolean;
  undo: boolean;
  beat: Beat | null;
  asks: string;
  speed: string;
  answers: boolean;
  phrases: Phrase[];
  /** What leaving the rest of the setup to the table is called, and whether it is left to it. */
  rest: [label: string, on: boolean] | null;
  ahead: boolean;
  /** The reader's time zone, where that counts and is known. */
  zone: string;
  drawing: Drawing;
  outcome: Outcome | null;
}

/** One thing that is shown of a move: ids of elements and symbols, and how long it lasts; see the protocol's `cue`. */
export interface Cue {
  kind: string;
  ms: number;
  after?: number;
  sound?: string;
  of?: string;
  at?: string;
  start?: string;
  to?: string;
  face?: string;
  seat?: number;
  faces?: string[];
  among?: string[];
  way?: string;
  paint?: string;
  by?: number;
  spin?: number;
  size?: number;
  large?: number;
  n?: number;
  kept?: number;
}

/** What is shown together, and the sentence about it. */
export interface Step {
  beats: Cue[];
  say?: string;
  /** What is said until a roll lies. */
  stake?: string;
  /** What the thing does that is shown large. */
  about?: string;
  /** Whether nothing shortens it: a shot, a death. */
  scene?: boolean;
}

/** What a message brings, in the queue of the stage. */
export interface Item {
  steps: Step[];
  /** Whether it asks the reader something, and whether that was asked before it. */
  asks: boolean;
  stays: boolean;
  /** Whether nobody but the reader moved. */
  own?: boolean;
  /** The only seat that moved. */
  by?: number;
  /** Whether the game ends by it: nothing of that is shown before it has played. */
  ends?: boolean;
  /** What is said while it plays, where its steps say nothing. */
  says?: string;
  /** Called before the drawing changes, when it does, and when all is shown. */
  prepare?: () => void;
  paint: (playing?: boolean) => void;
  tell: () => void;
  /** Called when one has seen why what counts has changed. */
  count?: () => void;
  /** Called when the light changes, as at dawn: in which phase of the day it is. */
  dawns?: (now?: number) => void;
  /** Called when it has played, or was skipped. */
  played?: () => void;
  prepared?: boolean;
  painted?: boolean;
  told?: boolean;
  /** When it is shown at the latest. */
  due?: number;
}

/** Lines of the log: sentences, the ids that each points at, and its picture and tone. */
export interface Lines {
  kind?: string;
  number?: number;
  /** Whether the reader had ordered it. */
  ordered?: boolean;
  /** What the table placed for the reader, where, and the sign for it there: it is shown once. */
  placed?: [string, string, string];
  seat?: number;
  said?: string[];
  things?: string[][];
  looks?: [symbol: string, tone: string][];
  /** What the things do that each names. */
  abouts?: string[];
  /** Whether it goes on with the move before it, and is told in the place of its line. */
  joins?: boolean;
  /** How the page plays it. */
  staging?: Step[];
  /** What the reader is told who is out of the game by it. */
  fate?: string[];
  /** What befell the reader: a symbol and a sentence. */
  befell?: [string, string][];
}

export interface Chat {
  kind: "chat";
  number?: number;
  seat: number;
  name: string;
  text: string;
  to?: number;
}

export type News = Lines | Chat;

export interface Clock {
  left: Record<string, number>;
  /** Over days: when it ends, and whether nights are left out. */
  until?: number;
  nights?: boolean;
}

export interface TableMessage {
  type: "table";
  stream: string;
  number: number;
  fresh: boolean;
  news: News[];
  /** Left out where it has not changed. */
  table: Lobby | null;
  /** Without what has not changed. */
  game: (Partial<Game> & Pick<Game, "drawing">) | null;
  clock: Clock | null;
}

/** A refusal's `code` and `clause` are for programs, `said` is for people. */
export interface Answer {
  type: "refused" | "why" | "announcement";
  said: string;
  code?: string;
  clause?: string;
}

export type Message = { id?: string } & (
  TableMessage | Answer | { type: "here"; seats: number[] } | { type: "done" } | { type: "beat"; settings?: string }
);

/** What the page asks of the server. */
export type Request =
  | { do: "move"; move: number; question: number }
  | { do: "why"; clicks: string[] }
  | { do: "chat"; text: string; to?: number; phrase?: number }
  | { do: "step" | "rest"; on: boolean }
  | { do: "asks"; asks?: string; answers?: boolean; speed?: string }
  | { do: "nights"; zone: string }
  | { do: "ready"; question: number }
  | { do: "undo" | "hand" };

/** The table after a move of a replay, and the lines before that move. */
export interface Moment extends Lines {
  drawing: Drawing;
  stage: Stage;
  strip: Figure[];
  title: string;
  before: Lines;
}

/** A finished game in one piece: each step with the changes of the drawing since the one before. */
export interface KeptGame {
  seat: number;
  title: string;
  names: string[];
  at: number;
  frame: string;
  timeline: Timeline;
  moments: (Omit<Moment, "before" | "drawing"> & { drawing: (string | [number, number])[] })[];
}

/** Where days, turns and events lie among the steps of a replay. */
export interface Timeline {
  count: number;
  /** Whether the game is over, so that all of it lies open. */
  over: boolean;
  /** The steps that tell something, and whose moves they are. */
  told: [step: number, seat: number][];
  days: [step: number, heading: string][];
  /** Each with whether it struck the reader, and the heading under which it happened. */
  events: ({ step: number; own: boolean; turning: boolean; day: string } & Lines)[];
}

/** A move that cost its seat chances: what makes up the move that was played and the better one, and by how much. */
export interface Costly {
  number: number;
  seat: number;
  stage: string;
  played: string;
  better: string;
  played_things: string[];
  better_things: string[];
  /** What the seat was asked. */
  asked: string;
  /** The chances with the better move and with the one that was played. */
  before: number;
  after: number;
  why: string;
}

/** Chances that a seat lost from one of its turns to the next, and what happened there, at whose move. */
export interface Fall {
  number: number;
  seat: number;
  mover: number;
  stage: string;
  before: number;
  after: number;
  said: string;
}

/** A finished game looked at again: after how many moves the chances of all seats stood how. */
export interface Analysis {
  you: number;
  names: string[];
  /** Whether only one wins; otherwise everybody may escape. */
  win: boolean;
  numbers: number[];
  chances: number[][];
  stages: [number: number, heading: string][];
  costly: Costly[];
  falls: Fall[];
  /** By seat: how it lost, or nothing. */
  downfalls: string[];
  /** Who made each move. */
  movers: number[];
  /** By seat: whether it lost a good part of its chances. */
  sank: boolean[];
}
