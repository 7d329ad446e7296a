"""What becomes of LLVM's code before NVVM compiles it; needs neither a GPU nor numba-cuda."""

from __future__ import annotations

from lastraft.kernel.cuda import LARGE, _lean_code


def rule(name: str, body: str) -> str:
    return f'define linkonce_odr i32 @"{name}"(i64* %".ret", i64 %"n")\n{{\nentry:\n{body}}}\n\n!0 = !{{ i32 2 }}\n'


def calls(*names: str) -> str:
    return "".join(f'  %".{i}" = call i32 @"{name}"(i64* %"r", i64 1)\n' for i, name in enumerate(names))


def test_every_rule_is_there_once() -> None:
    word, below = rule("word", "  ret i32 0\n"), rule("below", calls("word", "word"))
    assert [code.count("define") for code in _lean_code([below, word, word, below])] == [1, 1]


def test_a_rule_with_one_caller_goes_into_it_and_a_large_one_with_several_stays_on_its_own() -> None:
    large = "  br label %next\n" * LARGE
    codes = _lean_code(
        [
            rule("play", calls("once", "small", "small", "large", "large")),
            rule("once", large),
            rule("small", ""),
            rule("large", large),
        ]
    )
    marks = [[word for word in ("alwaysinline", "noinline") if f") {word}\n" in code] for code in codes]
    assert marks == [["alwaysinline"], ["alwaysinline"], [], ["noinline"]]


def test_no_loop_is_unrolled() -> None:
    loop = '  br label %"B2"\nB2:\n  br i1 %"more", label %"B2", label %"B8"\nB8:\n  br label %"B9"\nB9:\n  ret i32 0\n'
    (code,) = _lean_code([rule("pop", loop)])
    assert code.count("!llvm.loop") == 1
    assert 'label %"B2", label %"B8", !llvm.loop !9001\n' in code
    assert "!9001 = distinct !{ !9001, !9000 }\n" in code
    assert '!9000 = !{ !"llvm.loop.unroll.disable" }\n' in code


def test_lookups_lie_in_global_memory() -> None:
    (code,) = _lean_code(['@"table" = internal addrspace(4) constant [2 x i8] [i8 1, i8 2], align 1\n'])
    assert "addrspace(1) constant" in code
    assert "addrspace(4)" not in code
