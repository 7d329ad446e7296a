// A bot in JavaScript: `lastraft simulate survive --bots "cmd:node examples/bot.js,greedy"`. See docs/bots.md.
import { createInterface } from "node:readline";

/** @param {{ label: string, own: number }[]} moves */
function choose(moves) {
  return moves.reduce((best, move) => (move.label.length > best.label.length ? move : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.type === "choose") {
    console.log(JSON.stringify({ question: told.question, move: choose(told.moves).code }));
  }
}
