"""Names that look alike: letters of other scripts that Unicode lists as confusable with Latin ones (UTS 39)."""

from __future__ import annotations

import unicodedata

_CONFUSABLES = """
2 ƧϨᒿꙄꛯꝚ
3 ƷȜЗӠⳌꝪꞫ
4 Ꮞ
5 Ƽ
6 бᏮⳒ
8 Ȣȣ৪੪
9 ৭੧୨൭ⳊꝮ
a ɑΑαАаᎪᗅꓮ
b ƄΒВЬᏏᏴᑲᖯᗷꓐꞴ
c СсᏟᴄⲤⲥꓚꮯ
d ԁᎠᏧᑯᗞᗪꓒꓓđĐð
e ΕЕеҽᎬⴹꓰꬲ
f ϜքᖴẝꓝꞘꞙꬵ
g ƍɡԌցᏀᏳᶃꓖ
h ΗНһհᎻᏂᕼⲎꓧħĦ
i ıɩɪιіӏᎥꙇꭵ
j ͿϳЈјᎫᒍꓙꞲ
k ΚКᏦᛕⲔꓗ
l ƖǀΙІӀ۱ᏞᒪᛁⲒⳐⵏꓡꓲłŁ
m ΜϺМᎷᗰᛖⲘꓟ
n ΝոռⲚꓠ
o ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽøØ
p ΡρРрᏢᑭⲢⲣꓑ
q ԛգզⵕ
r ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ
s ƽЅѕՏᏕᏚꓢꜱꮪ
t ΤТᎢⲦꓔŧŦ
u ʋυՍսሀᑌᴜꓴꞟꭎꭒ
v νѴѵ۷Ꮩᐯᴠⴸꓦꛟꮩ
w ɯѡԜԝաᎳᏔᴡꓪꮃ
x ΧХхᕁᕽᚷⲬⵝꓫꞳ
y ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ
z ΖᏃᴢꓜꮓ
"""
_LATIN = {ord(letter): line[0] for line in _CONFUSABLES.split("\n") if line for letter in line[2:]}
_ALIKE = str.maketrans("01i5|", "ollsl")


def skeleton(name: str) -> str:
    """Return what is left of a name when letters that look alike become one: equal for names that look alike."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    letters = plain.translate(_LATIN).casefold().translate(_ALIKE)
    return "".join(letters.split()).replace("rn", "m").replace("vv", "w")
