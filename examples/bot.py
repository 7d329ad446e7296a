"""A bot as a program, in Python: `lastraft simulate survive --bots "cmd:python examples/bot.py,greedy"`. It needs no
lastraft: what it reads and writes is in docs/bots.md."""

import json
import sys

for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "choose":
        move = max(told["moves"], key=lambda move: len(move["label"]))
        print(json.dumps({"question": told["question"], "move": move["code"]}), flush=True)
