"""The still layer of the drawing, the ring of places and the ground over the shelter, and where things stand."""

import functools
from pathlib import Path

from ...protocol.drawing import sprites, standing
from ..components import AREA_IDS

PICTURES = Path(__file__).parent / "pictures"
WIDE = (1120, 712)
"""The whole drawing: the ring is 924 x 468, the reader's shelter lies below it, the seats stand beside both."""
TALL = 374
"""How wide the world is on a phone: two columns of four places, the convoy, the stores, the shelter, the seats."""
GROUND = 472
"""Where the tray begins; on a phone, the same."""
TALL_GROUND = 866
PLACE = {
    "forest": ((6, 6), (4, 4)),
    "dam": ((314, 6), (191, 4)),
    "base": ((622, 6), (191, 101)),
    "blackwood": ((6, 162), (4, 101)),
    "silent_peak": ((622, 162), (191, 198)),
    "carnival": ((6, 318), (4, 198)),
    "cargo": ((314, 318), (4, 295)),
    "mine": ((622, 318), (191, 295)),
}
"""The top left corner of each place: on a wide and on a tall screen."""
CONVOY = standing(314, 162, 4, 394, 1, 1.236)
BY_DAY = 286
"""How much higher on a phone the tray begins by day than at night (also in the stylesheet)."""
SHELTER = (154, GROUND + 4, 0, TALL_GROUND + 106)
"""Where the cross-section of the shelter stands."""
SLOTS = [(151, 26), (294, 26), (437, 26), (8, 128), (151, 128), (294, 128), (437, 128)]
TALL_SLOTS = [(190, 30), (4, 157), (190, 157), (4, 284), (190, 284), (4, 411), (190, 411)]


def there(area: int, x: float, y: float, px: float, py: float, pk: float = 1) -> str:
    """The style of something in a place, from its corner: wide and tall."""
    (ax, ay), (tx, ty) = PLACE[AREA_IDS[area]]
    return standing(ax + x, ay + y, tx + px, ty + py, 1, pk)


@functools.cache
def static() -> str:
    """What never changes, sent once: all art as symbols, the eight places, the earth."""
    scenes = "".join(
        f'<g class="at" {there(i, 0, 0, 0, 0)}><g clip-path="url(#cell)"><g class="scene scene-{area}">'
        f'<use href="#sky"/><use href="#scene-{area}"/></g></g></g>'
        for i, area in enumerate(AREA_IDS)
    )
    x, y, px, py = SHELTER
    return (
        f'<defs>{sprites(PICTURES)}<clipPath id="cell"><rect class="cellbox" rx="10"/></clipPath></defs>'
        f'<rect class="earthbg" x="-600" y="-200" width="2200" height="2900"/>'
        f'<g class="wide"><rect class="land" width="924" height="468" rx="12"/>{_road("M154 78h616v312H154z")}</g>'
        f'<g class="tall"><rect class="land" width="374" height="860"/>{_road("M93.5 50h187v291h-187z")}</g>{scenes}'
        f'<g class="below"><g class="at" {standing(x, y, px, py)}><use class="wide" href="#earth-wide"/>'
        '<use class="tall" href="#earth-tall"/></g></g>'
    )


def _road(path: str) -> str:
    return f'<path class="road" d="{path}"/><path class="road-dash" d="{path}"/>'
