"""The conformance suite that every game passes. In a test file, for pytest:

    from lastraft.testing.conformance import Conformance

    class TestDriftwood(Conformance):
        game = GAME

        def swaps(self, s, seat, rnd): ...      # yields states that differ from s only in what the seat cannot know
        def accounted(self, s): ...             # asserts that every piece is somewhere, once (else `Game.violated`)

A few random games are played once, and each test examines them. Nothing is timed; the class attributes keep the suite
short for a game with long matches and many moves. Without pytest, call the methods named ``test_...``.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from ..bots.random import choose_random
from ..errors import IllegalMove
from ..kernel import Buffer, State, placeholder, rule, seed_rng, seed_words
from ..kernel.native import bind, signatures
from ..kernel.rule import is_rule
from ..match import Match, position, read
from ..protocol import WATCHER, Game, seats_in
from .random_play import Moment, RandomGame, drawn_options, random_games, random_move
from .strict import StrictBuffer, strict

actors = placeholder("actors")
legal = placeholder("legal")
forbids = placeholder("forbids")


@rule
def misfit(s: State, seat: int, codes: int, out: Buffer) -> int:
    """The first code about which `legal` and `forbids` disagree, or -1; `codes` if `legal` is not strictly rising, or
    not empty exactly for those who may not act."""
    n = legal(s, seat, out)
    place = 0
    for code in range(codes):
        listed = place < n and out[place] == code
        if listed:
            place += 1
        if listed != (forbids(s, seat, code) == 0):
            return code
    return -1 if place == n and (n > 0) == (actors(s) >> seat & 1 == 1) else codes


class Conformance:
    """The suite. A subclass whose name begins with Test gives the game."""

    game: ClassVar[Game[Any]]
    sizes: ClassVar[Sequence[int]] = ()
    """The numbers of seats to play with; all, if left out."""
    games_per_size: ClassVar[int] = 4
    moments: ClassVar[int] = 60
    """At how many moments the dearer questions are asked, spread evenly over the kinds of pending business."""
    pairs: ClassVar[int] = 6
    """How many swapped states each moment and seat is compared with."""
    readers: ClassVar[int] = 4
    """How many seats look at each moment, a watcher among them: all of them at a small table."""
    determinized_moments: ClassVar[int] = 8
    determinized: ClassVar[int] = 2000
    """Samples that must show every value that the swaps reach; five times as many where one is rare."""
    moves_on: ClassVar[int] = 40
    """How far a determinized state is played on."""
    observed_games: ClassVar[int] = 40
    """In how many games equal observations are looked for."""
    rare_families: ClassVar[frozenset[str]] = frozenset()
    """Kinds of move that random play need not reach."""
    clock_families: ClassVar[frozenset[str]] = frozenset()
    """Kinds of move that only the clock makes: nobody else may, so they are never listed."""
    fleeting: ClassVar[frozenset[int]] = frozenset()
    """Events that show something which the state then rightly forgets (who voted for whom, a card shuffled away)."""

    def swaps(self, s: Any, seat: int, rnd: random.Random) -> Iterator[Any]:
        """States that differ from ``s`` only in what the seat (-1: a watcher) cannot know. From the rules file, not
        from `hide`."""
        return iter(())

    def accounted(self, s: Any) -> None:
        """Assert that every piece of the box is somewhere, once; left to the game's own invariants."""
        wrong = self.game.violated(s)
        assert wrong == 0, f"{self.game.invariants(wrong).name} does not hold"

    def public_part(self, s: Any, seat: int, move: int) -> object:
        """What everybody sees of a secret move (the tile, not the value); secret moves that share it look alike."""
        return None

    # -- random games ---------------------------------------------------------------------------------------------

    @classmethod
    def samples(cls) -> list[RandomGame]:
        return random_games(cls.game, tuple(cls.sizes or cls.game.sizes), cls.games_per_size)

    @classmethod
    def some_moments(cls, n: int, salt: str) -> list[Moment]:
        """Moments of the random games, evenly over the kinds of pending business; never the end of a game."""
        rnd = random.Random(f"{cls.game.name} {salt}")
        by_business: dict[int, list[Moment]] = {}
        for sample in cls.samples():
            for number, kind in enumerate(sample.business[:-1]):
                by_business.setdefault(kind, []).append(Moment(sample, number))
        for moments in by_business.values():
            rnd.shuffle(moments)
        in_turn = itertools.chain.from_iterable(itertools.zip_longest(*by_business.values()))
        return list(itertools.islice((moment for moment in in_turn if moment is not None), n))

    def some_readers(self, s: Any, salt: object) -> list[int]:
        """The watcher and some of the seats, in rising order."""
        seats = random.Random(str(salt)).sample(range(s.seats), min(s.seats, self.readers - 1))
        return [WATCHER, *sorted(seats)]

    def state(self, data: bytes) -> Any:
        return self.game.state.from_bytes(data)

    def checked(self, data: bytes) -> Any:
        return self.game.state.checked(self.state(data))

    def known(self, s: Any, seat: int) -> bytes:
        """What the seat knows, as bytes."""
        return bytes(self.game.hidden(s, seat).to_bytes())

    def same(self, one: bytes, other: bytes, where: object) -> None:
        if one != other:
            differences = "; ".join(self.game.state.differences(one, other)) or "padding differs"
            raise AssertionError(f"{where}: {differences}")

    def filled(self, hidden: Any, seat: int, seed: int) -> Any:
        """A hidden state determinized."""
        filled = hidden.copy()
        seed_rng(filled, *seed_words(seed))
        self.game.rules.determinize(filled, seat)
        return filled

    def alike(self, s: Any, seat: int, rnd: random.Random) -> Iterator[Any]:
        """States that the seat cannot tell from ``s``: from the test's own table, and determinized."""
        for other, _ in zip(self.swaps(s.copy(), seat, rnd), range(self.pairs), strict=False):
            yield other
        for _ in range(2):
            yield self.filled(self.game.hidden(s, seat), seat, rnd.getrandbits(64))

    # -- play in the plain world ----------------------------------------------------------------------------------

    def test_every_value_of_every_option_is_played(self) -> None:
        counts = Counter((o.name, sample.options[o.name]) for sample in self.samples() for o in self.game.options)
        sizes = Counter(sample.seats for sample in self.samples())
        print(f"seats {dict(sorted(sizes.items()))}", *(f"{n}={v}: {c}" for (n, v), c in sorted(counts.items())))
        missing = [(o.name, value) for o in self.game.options for value in o.values if not counts[o.name, value]]
        assert not missing
        assert set(sizes) == set(self.sizes or self.game.sizes)

    def test_every_kind_of_move_is_played(self) -> None:
        counts = Counter(self.game.families[code][0] for sample in self.samples() for _, code in sample.moves)
        print(counts.most_common())
        missing = {family.name for family in self.game.families.all} - set(counts)
        missing -= self.rare_families | self.clock_families
        assert not missing, f"never played: {', '.join(sorted(missing))}; raise games_per_size or name them as rare"

    def test_random_play_on_checked_states(self) -> None:
        """Every listed move applies within the fields' ranges, and there is a move until the game is over. No index
        counts from the end, which native code does not check."""
        rules = strict(self.game)
        for sample in self.samples():
            s = self.game.state.checked(self.game.new_state(sample.seats, sample.options))
            seed_rng(s, *seed_words(sample.seed))
            rules.setup(s)
            for number, (seat, move) in enumerate(sample.moves):
                where = f"{sample}, before move {number + 1}"
                self.same(sample.states[number], s.to_bytes(), where)
                actors, asked = rules.actors(s), rules.asked(s)
                assert actors != 0, where
                assert not rules.over(s), where
                assert 0 <= actors < 1 << s.seats, where
                assert actors >> asked & 1, f"{where}: seat {asked} is asked and may not act"
                assert s.depth >= 0, where
                self.accounted(s)
                rules.apply(s, seat, move)
            where = f"{sample}, at the end"
            self.same(sample.states[-1], s.to_bytes(), where)
            assert rules.over(s) == 1, where
            assert rules.actors(s) == 0, where
            assert rules.asked(s) == -1, where
            self.accounted(s)
            ranks = sorted(rules.rank(s, seat) for seat in range(s.seats))
            assert all(1 <= rank <= s.seats and ranks.index(rank) == rank - 1 for rank in ranks), f"{where}: {ranks}"

    def test_legal_moves_are_exactly_those_that_nothing_forbids(self) -> None:
        """For every seat, in rising order; none for a seat that may not act. And asking changes nothing."""
        rules, codes, characters = strict(self.game), self.game.families.count, len(self.game.characters)
        ask = bind(misfit, rules.by_name())
        moments = self.some_moments(self.moments // 3, "exact")
        moments += [Moment(sample, len(sample.moves)) for sample in self.samples()[:3]]
        for moment in moments:
            s = self.checked(moment.data)
            for seat in range(s.seats):
                out = StrictBuffer(codes)
                wrong = ask(s, seat, codes, out)
                assert wrong == -1, f"{moment}: legal and forbids of seat {seat} differ about {self._code(wrong)}"
                rules.score(s, seat)
                rules.rank(s, seat)
                rules.observe(s, seat, StrictBuffer(self.game.observation_size))
                rules.evaluate(s, seat)
                for code in out[: rules.legal(s, seat, out)]:
                    rules.prefer(s, seat, code, code % (characters + 1))
            rules.asked(s)
            rules.over(s)
            self.same(moment.data, s.to_bytes(), f"{moment}: asking changed the state")

    def _code(self, code: int) -> str:
        if code >= self.game.families.count:
            return "their order, or who may act"
        return f"{code} ({' '.join(map(str, self.game.families[code]))})"

    def test_a_timeout_is_a_move(self) -> None:
        """A legal one, or one that only the clock may make; the game goes on after it."""
        for moment in self.some_moments(self.moments, "timeout"):
            s = self.checked(moment.data)
            for seat in seats_in(self.game.rules.actors(s)):
                move = strict(self.game).timeout(s, seat)
                self.same(moment.data, s.to_bytes(), f"{moment}: timeout changed the state")
                if self.game.families[move][0] not in self.clock_families:
                    assert move in self.game.legal(s, seat), f"{moment}: timeout gives {self._code(move)} to {seat}"
                after = Match(self.game, start=s)
                after.push(move, seat, by_clock=True)
                self.accounted(after.state)
                assert after.over or after.legal_moves(), f"{moment}: no move after the timeout of seat {seat}"
            for seat in set(range(s.seats)) - set(seats_in(self.game.rules.actors(s))):
                for code in {0, max(0, self.game.rules.timeout(s, seat))}:
                    try:
                        Match(self.game, start=s).push(code, seat, by_clock=True)
                    except IllegalMove:
                        continue
                    raise AssertionError(f"{moment}: the clock moves for seat {seat}, which may not act")

    # -- plain and native -----------------------------------------------------------------------------------------

    def test_native_play_is_plain_play(self) -> None:
        """The same seed and moves give the same bytes after every move, and `legal` is exact at all of them."""
        native, rules, codes = self.game.native, self.game.rules, self.game.families.count
        setup, apply, set_seed = native.rule(rules.setup), native.rule(rules.apply), native.rule(seed_rng)
        exact = native.rule(misfit)
        asks = {name: (getattr(rules, name), native.rule(getattr(rules, name))) for name in ("actors", "asked", "over")}
        out = np.zeros(codes, np.int16)
        for sample in self.samples():
            r = self.game.new_state(sample.seats, sample.options).to_record()
            set_seed(r, *seed_words(sample.seed))
            setup(r)
            for number, data in enumerate(sample.states):
                where = f"{sample}, before move {number + 1}"
                self.same(data, r.tobytes(), where)
                s = self.state(data)
                for name, (plain, compiled) in asks.items():
                    assert plain(s) == compiled(r), f"{where}: {name}"
                for seat in range(sample.seats):
                    wrong = exact(r, seat, codes, out)
                    assert wrong == -1, f"{where}: legal and forbids of seat {seat} differ about {self._code(wrong)}"
                self.same(data, r.tobytes(), f"{where}: asking changed the state")
                if number < len(sample.moves):
                    apply(r, *sample.moves[number])

    def test_native_answers_are_plain_answers(self) -> None:
        native, rules = self.game.native, self.game.rules
        codes, size = self.game.families.count, self.game.observation_size
        for moment in self.some_moments(self.moments, "answers"):
            s, r = self.state(moment.data), self.state(moment.data).to_record()
            for seat in range(s.seats):
                for name in ("score", "rank"):
                    fn = getattr(rules, name)
                    assert fn(s, seat) == native.rule(fn)(r, seat), f"{moment}: {name} of seat {seat}"
                plain, compiled = Buffer(codes), np.zeros(codes, np.int16)
                n = rules.legal(s, seat, plain)
                assert n == native.rule(rules.legal)(r, seat, compiled), f"{moment}: legal of seat {seat}"
                assert plain[:n] == compiled[:n].tolist(), f"{moment}: legal of seat {seat}"
                for code in random.Random(moment.number).sample(range(codes), min(codes, 40)):
                    expected = rules.forbids(s, seat, code)
                    assert expected == native.rule(rules.forbids)(r, seat, code), f"{moment}: forbids {code}"
            for seat in seats_in(rules.actors(s)):
                assert rules.timeout(s, seat) == native.rule(rules.timeout)(r, seat), f"{moment}: timeout of {seat}"
                moves = self.game.legal(s, seat)
                n = len(moves)
                for character in range(len(self.game.characters) + 1):
                    plain, compiled = Buffer(2 * n), np.array([*moves, *moves], np.int16)
                    plain[:n] = moves
                    rules.prefer_all(s, seat, plain, n, character)
                    native.rule(rules.prefer_all)(r, seat, compiled, n, character)
                    assert plain == compiled.tolist(), f"{moment}: prefer_all of seat {seat}"
                    for i, code in enumerate(moves):
                        weight = native.rule(rules.prefer)(r, seat, code, character)
                        assert weight == plain[n + i], f"{moment}: prefer {code}"
                        assert i >= 10 or weight == rules.prefer(s, seat, code, character), f"{moment}: prefer {code}"
            self.same(moment.data, r.tobytes(), f"{moment}: asking changed the state")
            for seat in self.some_readers(s, moment):
                hidden, hidden_record = self.game.hidden(s, seat), s.to_record()
                native.rule(rules.hide)(hidden_record, seat)
                self.same(hidden.to_bytes(), hidden_record.tobytes(), f"{moment}: hide for seat {seat}")
                truth = self.game.state.from_bytes(moment.data)
                shared = self.game.hidden(truth, seat, to_look_at=True)
                self.same(shared.to_bytes(), hidden.to_bytes(), f"{moment}: hide for seat {seat} to look at")
                self.same(truth.to_bytes(), moment.data, f"{moment}: hiding for seat {seat} leaves the state alone")
                plain, compiled = Buffer(size), np.zeros(size, np.int16)
                n = rules.observe(hidden, seat, plain)
                assert n == native.rule(rules.observe)(hidden_record, seat, compiled) == size, f"{moment}: observe"
                assert plain == compiled.tolist(), f"{moment}: observe for seat {seat}"
                if seat != WATCHER:
                    expected = rules.evaluate(hidden, seat)
                    assert expected == native.rule(rules.evaluate)(hidden_record, seat), f"{moment}: evaluate"
                native.rule(seed_rng)(hidden_record, moment.number, 0, 0, 0)
                native.rule(rules.determinize)(hidden_record, seat)
                filled = self.filled(hidden, seat, moment.number)
                self.same(filled.to_bytes(), hidden_record.tobytes(), f"{moment}: determinize for seat {seat}")

    def test_bots_are_told_numbers_in_range(self) -> None:
        for moment in self.some_moments(self.moments, "range"):
            s = self.state(moment.data)
            for seat in range(s.seats):
                value = self.game.rules.evaluate(self.game.hidden(s, seat), seat)
                assert 0 <= value <= 1000, f"{moment}: evaluate gives {value} for seat {seat}"
                for code in self.game.legal(s, seat):
                    for character in range(len(self.game.characters) + 1):
                        weight = self.game.rules.prefer(s, seat, code, character)
                        assert 0 <= weight <= 1000, f"{moment}: prefer gives {weight} for {code}, seat {seat}"

    # -- what a learner sees --------------------------------------------------------------------------------------

    def test_own_codes_are_codes_and_come_back(self) -> None:
        """As each seat sees them, all codes are there once; `code_of` is `own_code` the other way."""
        rules, native, codes = self.game.rules, self.game.native, range(self.game.families.count)
        own_code, code_of = native.rule(rules.own_code), native.rule(rules.code_of)
        for size in self.sizes or self.game.sizes:
            s, record = self.game.new_state(size), self.game.new_state(size).to_record()
            for seat in range(size):
                own = [own_code(record, seat, code) for code in codes]
                assert sorted(own) == list(codes), f"{size} seats, seat {seat}"
                assert [code_of(record, seat, code) for code in own] == list(codes), f"{size} seats, seat {seat}"
                for code in random.Random(seat).sample(codes, min(len(codes), 40)):
                    assert rules.own_code(s, seat, code) == own[code], f"{size} seats, seat {seat}: {code}"
                    assert rules.code_of(s, seat, own[code]) == code, f"{size} seats, seat {seat}: {code}"

    def test_equal_observations_have_equal_legal_moves(self) -> None:
        """Over many random games of all sizes and options; and every number is within the bounds that `Game.observed`
        gives it."""
        if self.game.observed is None:
            return
        games, rnd = self.observed_games, random.Random(f"observed {self.game.name}")
        sizes, lows, highs = self.sizes or self.game.sizes, *np.array([e[1:3] for e in self.game.observed.entries]).T
        known: dict[bytes, tuple[bytes, str]] = {}
        for i, options in enumerate(drawn_options(self.game, games, rnd)):
            chosen = options if i % 2 else {}
            for number, seen, moves in self._observed(sizes[i % len(sizes)], chosen, i):
                where = f"{sizes[i % len(sizes)]} seats, seed {i}, {chosen}, move {number}"
                wrong = np.flatnonzero((seen < lows) | (seen > highs))
                assert not len(wrong), f"{where}: {self.game.observed.entries[wrong[0]]} is {seen[wrong[0]]}"
                before = known.setdefault(seen.tobytes(), (moves.tobytes(), where))
                if before[0] != moves.tobytes():
                    was = np.frombuffer(before[0], np.int16)
                    differ = [self._code(code) for code in np.setxor1d(was, moves).tolist()]
                    raise AssertionError(f"{where} looks like {before[1]}, but not {', '.join(differ)}")

    def _observed(self, seats: int, options: dict[str, str], seed: int) -> Iterator[tuple[int, Any, Any]]:
        """The decisions of a random game: what the seat sees, and its legal moves as it sees them, sorted."""
        native, rules = self.game.native, self.game.rules
        parts = ("asked", "apply", "hide", "observe", "legal", "own_code")
        asked, apply, hide, observe, legal, own_code = (native.rule(getattr(rules, name)) for name in parts)
        choose, set_seed, rng = native.rule(choose_random), native.rule(seed_rng), native.rng()
        r, hidden = self.game.new_state(seats, options).to_record(), native.states(1)
        set_seed(r, *seed_words(seed))
        set_seed(rng, *seed_words(seed))
        native.rule(rules.setup)(r)
        out, number = np.zeros(self.game.families.count, np.int16), 0
        straight = np.zeros(self.game.observation_size, np.int16)
        while (seat := asked(r)) >= 0 and number < self.game.most_moves:
            seen = np.zeros(self.game.observation_size, np.int16)
            for who in (number % seats, seat):  # games side by side ask others too
                hidden[0] = r
                hide(hidden[0], who)
                observe(hidden[0], who, seen)
                if not self.game.observe_needs_hide:
                    observe(r, who, straight)
                    assert (straight == seen).all(), f"seed {seed}, move {number}: {who} is shown what it cannot know"
            n = legal(r, seat, out)
            yield number, seen, np.sort(np.array([own_code(r, seat, code) for code in out[:n].tolist()], np.int16))
            apply(r, seat, choose(r, seat, rng, out))
            number += 1

    def test_every_rule_is_compiled_for_its_own_signature_only(self) -> None:
        native = self.game.native
        for fn, compiled in {**native._lowered, **native._entries}.items():
            assert is_rule(fn)
            expected = [signature.args for signature in signatures(fn, self.game.state)]
            assert list(compiled.signatures) == expected, f"{fn.__module__}.{fn.__qualname__}"

    # -- matches, records, positions, texts -----------------------------------------------------------------------

    def test_taking_back_restores_every_byte(self) -> None:
        for i, sample in enumerate(self.samples()):
            rnd = random.Random(f"pop {sample.seed}")
            m, number = self.match(sample), 0
            self.same(sample.states[0], m.state.to_bytes(), sample)
            backwards = rnd.sample(range(len(sample.moves)), min(2, len(sample.moves))) if i % 3 == 0 else []
            while number < len(sample.moves):
                seat, code = sample.moves[number]
                m.push(code, seat)
                number += 1
                if number in backwards:
                    backwards.remove(number)
                    events = m.all_events()
                    for _ in range(min(number, rnd.choice((1, 2, 40)))):
                        m.pop()
                        number -= 1
                        self.same(sample.states[number], m.state.to_bytes(), f"{sample}, back before {number + 1}")
                    assert m.all_events() == [happened for happened in events if happened.number <= number]
            self.same(sample.states[-1], m.state.to_bytes(), f"{sample}, at the end")

    def match(self, sample: RandomGame, moves: int = 0) -> Match:
        m = Match(self.game, sample.seats, sample.seed, sample.options)
        for seat, code in sample.moves[:moves]:
            m.push(code, seat)
        return m

    def test_records_come_back(self) -> None:
        for i, sample in enumerate(self.samples()):
            half = random.Random(f"record {sample.seed}").randrange(len(sample.moves))
            m = self.match(sample, len(sample.moves) if i % 2 else half)
            record = m.record()
            back = read(record)
            self.same(m.state.to_bytes(), back.state.to_bytes(), sample)
            assert back.record() == record
            assert [p.move for p in back.history] == [p.move for p in m.history]

    def test_positions_come_back(self) -> None:
        for moment in self.some_moments(self.moments, "position"):
            m = Match(self.game, start=self.state(moment.data))
            text = m.position()
            back = position(self.game, text)
            self.same(moment.data, back.state.to_bytes(), moment)
            assert back.position() == text

    def test_move_texts_come_back(self) -> None:
        for moment in self.some_moments(self.moments, "text"):
            rnd = random.Random(moment.number)
            m = Match(self.game, start=self.state(moment.data))
            for seat in m.actors:
                texts = {move.code: move.text for move in m.legal_moves(seat)}
                assert all(text == " ".join(text.split()) and text.isprintable() for text in texts.values()), texts
                same = [text for text, n in Counter(t.casefold() for t in texts.values()).items() if n > 1]
                assert not same, f"{moment}: several moves of seat {seat} are called {same}"
                for code in rnd.sample(sorted(texts), min(12, len(texts))):
                    assert m.parse(texts[code], seat).code == code, f"{moment}: {texts[code]!r} of seat {seat}"

    def test_people_can_read_everything(self) -> None:
        """Prompt, text, labels, view, drawing, help and events say something, for seats and watchers."""
        speech = self.game.speech
        for sample in self.samples()[:: self.games_per_size]:
            m = self.match(sample, len(sample.moves))
            for seat in self.some_readers(m.state, sample):
                assert m.text(seat)
                plain_data(m.view(seat))
                for happened in m.events(seat):
                    assert isinstance(self.game.events.tell(happened.event, self.game.listener(seat, m.names)), str)
                    assert self.game.events(happened.event.kind)
        for moment in self.some_moments(self.moments // 2, "words"):
            m = Match(self.game, start=self.state(moment.data))
            for seat in self.some_readers(m.state, moment):
                assert speech.prompt(m.reader(seat)), moment
                plain_data(m.view(seat))
                self.shown(m, seat)
            for seat in m.actors:
                labels = [speech.label(m.reader(seat), move.code) for move in m.legal_moves(seat)]
                assert all(labels), moment
                for code in m.legal_moves(seat).codes():
                    assert "{" not in speech.purpose(m.reader(seat), (code,)), moment
            seat, codes = m.actors[0], range(self.game.families.count)
            for reason in {self.game.rules.forbids(m.state, seat, code) for code in codes} - {0}:
                assert speech.reason(reason, m.reader(seat).t), f"{moment}: {m.game.clause_name(reason)}"

    def test_what_is_made_once_is_alike_for_all(self) -> None:
        """Whoever reads first: the stage and what is `for_everybody`, what those are told whom no event concerns, and
        moves whose words depend on the same."""
        game, said = self.game, dict[Any, Any]()
        for moment in self.some_moments(self.moments // 4, "alike"):
            m, made, rnd = Match(game, start=self.state(moment.data)), dict[Any, Any](), random.Random(str(moment))
            for seat in range(WATCHER, m.seats):
                r = m.reader(seat)
                game.picture.pieces(r)
                game.speech.strip(r)
                for key, value in {**r.shared, "stage": game.speech.stage(r)}.items():
                    assert made.setdefault(key, value) == value, f"{moment}: {key} is another for seat {seat}"
            for seat in m.actors:
                r = m.reader(seat)
                for code in m.legal_moves(seat).codes():
                    depends = game.speech.depends_on(r, code)
                    said_of = game.speech.label, game.speech.careful, game.speech.outcome
                    words = [game.picture.clicks(r, code), *[each(r, code) for each in said_of]]
                    assert depends is None or said.setdefault((seat, code, depends), words) == words, moment
            mover = rnd.choice(m.actors)
            emitted = m.prepare(rnd.choice(m.legal_moves(mover).codes()), mover).events
            for seat in range(m.seats):
                events = [event for event in emitted if event.reaches(seat)]
                if not game.events.concern(events, seat, m.seats):
                    told = game.speech.log(events, game.listener(seat, m.names))
                    assert told == game.speech.log(events, game.listener(WATCHER, m.names)), moment

    # -- secrets --------------------------------------------------------------------------------------------------

    def shown(self, m: Match, seat: int) -> list[Any]:
        """What a person on a seat sees, drawn from what the seat knows."""
        r, speech = m.reader(seat), m.game.speech
        out: list[Any] = [m.view(seat), m.text(seat), speech.prompt(r), m.draw(seat), speech.odds(r)]
        out += [speech.help(r), m.game.is_window(r.state, seat)]
        for code in self.game.legal(r.state, seat) if seat != WATCHER else ():
            out += [speech.label(r, code), m.game.picture.clicks(r, code), speech.careful(r, code)]
        return out

    def answered(self, m: Match, seat: int) -> list[Any]:
        """What a match answers to a seat, from the whole truth."""
        out: list[Any] = [self.known(m.state, seat), m.record(seat), m.events(seat)]
        if seat != WATCHER:
            out += m.legal_moves(seat)
            out += [self.game.rules.forbids(m.state, seat, code) for code in range(self.game.families.count)]
            if self.game.rules.actors(m.state) >> seat & 1:
                out.append(self.game.rules.timeout(m.state, seat))
        return out

    def test_hiding(self) -> None:
        """`hide` zeroes the generator, hides nothing twice, leaves the legal moves; a watcher knows least."""
        for moment in self.some_moments(self.moments, "hide"):
            s = self.checked(moment.data)
            for seat in self.some_readers(s, moment):
                where = f"{moment}, seat {seat}"
                hidden = self.checked(moment.data)
                strict(self.game).hide(hidden, seat)
                assert hidden.random == [0, 0, 0, 0], where
                once = hidden.to_bytes()
                self.game.rules.hide(hidden, seat)
                self.same(once, hidden.to_bytes(), f"{where}: hidden twice")
                if seat != WATCHER:
                    assert self.game.legal(hidden, seat) == self.game.legal(s, seat), where
                    self.same(self.known(s, WATCHER), self.known(hidden, WATCHER), f"{where}: the watcher knows more")

    def test_a_seat_knows_what_it_may_do(self) -> None:
        """Refusals, what the clock would do and what a bot prefers are the same for the truth and for what the seat
        knows: a server and a bot ask only the latter."""
        rules, native, codes = self.game.rules, self.game.native, range(self.game.families.count)
        forbids, timeout, prefer = (native.rule(fn) for fn in (rules.forbids, rules.timeout, rules.prefer))
        for moment in self.some_moments(self.moments, "refusals"):
            s = self.state(moment.data)
            for seat in range(s.seats):
                truth, known = s.to_record(), self.game.hidden(s, seat).to_record()
                reasons = [code for code in codes if forbids(truth, seat, code) != forbids(known, seat, code)]
                assert not reasons, f"{moment}, seat {seat}: other reasons for {reasons}"
                assert rules.actors(s) >> seat & 1 == rules.actors(self.game.hidden(s, seat)) >> seat & 1, moment
                for code in self.game.legal(s, seat):
                    assert prefer(truth, seat, code, 0) == prefer(known, seat, code, 0), (
                        f"{moment}, seat {seat}: {code}"
                    )
                if rules.actors(s) >> seat & 1:
                    assert timeout(truth, seat) == timeout(known, seat), f"{moment}, seat {seat}"

    def test_nothing_shows_a_secret(self) -> None:
        """States that differ only in what a seat cannot know look, read and answer the same to it."""
        for moment in self.some_moments(self.moments // 2, "secrets"):
            rnd = random.Random(f"secrets {moment}")
            m = Match(self.game, seed=1, start=self.state(moment.data))
            for seat in self.some_readers(m.state, moment):
                where, answered = f"{moment}, seat {seat}", self.answered(m, seat)
                for i, swapped in enumerate(self.alike(m.state, seat, rnd)):
                    self.accounted(swapped)
                    seed_rng(swapped, *seed_words(rnd.getrandbits(64)))
                    self.same(answered[0], self.known(swapped, seat), where)
                    other = Match(self.game, seed=1, start=swapped)
                    for one, another in zip(answered, self.answered(other, seat), strict=True):
                        assert one == another, where
                    if i == 0:
                        for one, another in zip(self.shown(m, seat), self.shown(other, seat), strict=True):
                            assert one == another, where

    def test_events_reach_only_those_who_may_learn_them(self) -> None:
        """The same public move tells a seat the same in two states that it cannot tell apart, unless what it reveals is
        in the state afterwards; and whatever reveals something raises `revealed`."""
        for moment in self.some_moments(self.moments, "events"):
            rnd = random.Random(f"events {moment}")
            s = self.state(moment.data)
            for seat in self.some_readers(s, moment):
                for swapped in self.alike(s, seat, rnd):
                    swapped.random = list(s.random)
                    movers = list(seats_in(self.game.rules.actors(s) & self.game.rules.actors(swapped)))
                    for mover in rnd.sample(movers, min(2, len(movers))):
                        common = sorted(set(self.game.legal(s, mover)) & set(self.game.legal(swapped, mover)))
                        public = [code for code in common if not self.game.notation.secret(s, mover, code, seat)]
                        for code in rnd.sample(public, min(2, len(public))):
                            self._same_events(
                                s, swapped, mover, code, seat, f"{moment}, {mover} plays {code}, to {seat}"
                            )

    def _same_events(self, s: Any, swapped: Any, mover: int, code: int, seat: int, where: str) -> None:
        one, other = Match(self.game, seed=1, start=s), Match(self.game, seed=1, start=swapped)
        assert one.move(mover, code) == other.move(mover, code), where
        one.push(code, mover)
        other.push(code, mover)
        events, events_other = one.events(seat), other.events(seat)
        if events != events_other or self.known(one.state, seat) != self.known(other.state, seat):
            raised = one.state.revealed > s.revealed or other.state.revealed > swapped.revealed
            assert raised, f"{where}: something hidden showed, and `revealed` did not rise: {events} / {events_other}"
        if self.known(one.state, seat) == self.known(other.state, seat):
            lasting = [h for h in events if h.event.kind not in self.fleeting]
            lasting_other = [h for h in events_other if h.event.kind not in self.fleeting]
            assert lasting == lasting_other, f"{where}: an event tells what the state does not know"

    def test_secret_moves_look_alike(self) -> None:
        """Which of two secret moves was made does not show, unless it ends in something that is revealed."""
        for moment in self.some_moments(self.moments, "secret moves"):
            s = self.state(moment.data)
            for mover in list(seats_in(self.game.rules.actors(s)))[:4]:
                for seat in self.some_readers(s, moment):
                    secret: dict[object, list[int]] = {}
                    for code in self.game.legal(s, mover):
                        if self.game.notation.secret(s, mover, code, seat):
                            secret.setdefault(self.public_part(s, mover, code), []).append(code)
                    for codes in list(secret.values())[:6]:
                        self._look_alike(
                            s, mover, codes[:3] + codes[3:][-3:], seat, f"{moment}, seat {mover} to {seat}"
                        )

    def _look_alike(self, s: Any, mover: int, codes: list[int], seat: int, where: str) -> None:
        looks = [look for code in codes if not (look := self._look(s, mover, code, seat))[0]]
        for look in looks[1:]:
            self.same(looks[0][1], look[1], f"{where}: which secret move it was shows")
            assert looks[0] == look, f"{where}: which secret move it was shows"

    def _look(self, s: Any, mover: int, code: int, seat: int) -> tuple[int, bytes, Any, str]:
        """A move as the seat sees it: what was revealed, what the seat knows then, what it was told, its record."""
        m = Match(self.game, seed=1, start=s)
        m.push(code, mover)
        return m.state.revealed - s.revealed, self.known(m.state, seat), m.events(seat), m.record(seat)

    def test_records_tell_no_more_than_the_seat_learnt(self) -> None:
        """Where neither the state nor an event tells a seat which move was made, its record does not either."""
        for moment in self.some_moments(self.moments // 2, "moves in records"):
            s = self.state(moment.data)
            for mover in list(seats_in(self.game.rules.actors(s)))[:4]:
                codes = self.game.legal(s, mover)
                for seat in set(self.some_readers(s, moment)) - {mover}:
                    some = random.Random(f"{moment} {seat}").sample(codes, min(4, len(codes)))
                    looks = [self._look(s, mover, code, seat) for code in some]
                    for one, other in itertools.combinations(looks, 2):
                        assert one[:3] != other[:3] or one == other, (
                            f"{moment}, {mover} to {seat}: the record tells more"
                        )

    def test_determinized_states_play_on(self) -> None:
        for moment in self.some_moments(self.moments // 2, "play on"):
            rnd = random.Random(f"play on {moment}")
            s = self.state(moment.data)
            for seat in self.some_readers(s, moment):
                hidden = self.game.hidden(s, seat)
                filled = self.game.state.checked(hidden)
                seed_rng(filled, *seed_words(rnd.getrandbits(64)))
                strict(self.game).determinize(filled, seat)
                where = f"{moment}, seat {seat}"
                self.same(hidden.to_bytes(), self.known(filled, seat), f"{where}: determinize changed what it knows")
                self.accounted(filled)
                for _ in range(self.moves_on):
                    if self.game.rules.over(filled):
                        break
                    strict(self.game).apply(filled, *random_move(self.game, filled, rnd))
                self.accounted(filled)

    def test_determinize_reaches_every_possible_value(self) -> None:
        """Whatever a swap can put somewhere, some determinized state puts there too."""
        determinize, set_seed = self.game.native.rule(self.game.rules.determinize), self.game.native.rule(seed_rng)
        for moment in self.some_moments(self.determinized_moments, "determinize"):
            rnd = random.Random(f"determinize {moment}")
            s = self.state(moment.data)
            seat = rnd.randrange(WATCHER, s.seats)
            swapped = [other for other, _ in zip(self.swaps(s.copy(), seat, rnd), range(40), strict=False)]
            if not swapped:
                continue
            wanted = self._values(np.concatenate([np.atleast_1d(other.to_record()) for other in swapped]))
            hidden = np.atleast_1d(self.game.hidden(s, seat).to_record())
            for _ in range(5):
                filled = np.repeat(hidden, self.determinized)
                for record in filled:
                    set_seed(record, *seed_words(rnd.getrandbits(64)))
                    determinize(record, seat)
                reached = self._values(filled)
                wanted = {item: values - reached[item] for item, values in wanted.items() if values - reached[item]}
                if not wanted:
                    break
            shown = [f"{name}[{i}] = {sorted(values)}" for (name, i), values in wanted.items()]
            assert not wanted, f"{moment}, seat {seat}: determinize never gives {'; '.join(shown[:8])}"

    def _values(self, records: Any) -> dict[tuple[str, int], set[int]]:
        """The values that each number of the states takes."""
        taken: dict[tuple[str, int], set[int]] = {}
        for name in self.game.state.layout.fields:
            if name != "random":
                columns = records[name].reshape(len(records), -1).T
                taken |= {(name, i): set(np.unique(column).tolist()) for i, column in enumerate(columns)}
        return taken


def plain_data(value: Any) -> None:
    """Assert that a view is plain data: what JSON can say."""
    if isinstance(value, dict):
        assert all(isinstance(key, str) for key in value), value
        for item in value.values():
            plain_data(item)
    elif isinstance(value, list):
        for item in value:
            plain_data(item)
    else:
        assert value is None or type(value) in (str, int, bool), repr(value)
