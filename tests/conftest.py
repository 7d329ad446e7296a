"""What holds for all tests."""

from __future__ import annotations

import os

from lastraft import prove

if named := os.environ.get(prove.BLANK):
    prove.blank(*named.split(":"))
