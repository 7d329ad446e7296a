"""The nets of a training, in torch: the teacher of floats, and the student whose weights become those of `bots.net`."""

from typing import Any

from ..bots.net import FINE, FULL, LAST, SECOND, STEP, THIRD, UNIT, UNIT_FIRST, inputs
from ..protocol import Game

ONE = 0x3F80
"""The bits of 1 as a bfloat16."""
FAINT = 0.004
"""A weight of the first layer is left out where its square, times the part of all positions in which its input comes
up, is less: it decides next to nothing, and fills the file."""
ALIGNED = 64
"""One-hot inputs are a multiple of this, as are the teacher's logits: rows of other lengths multiply several times
slower on a GPU."""


def aligned(length: int) -> int:
    return -(-length // ALIGNED) * ALIGNED


class Features:
    """Turns observations into one-hot inputs, as `input_of` does."""

    def __init__(self, observed: Any, device: str) -> None:
        import torch

        rows = [torch.tensor(row, dtype=torch.int32, device=device) for row in inputs(observed)]
        self.low, self.width, self.offset, self.category = rows
        self.count = int(self.width.sum())
        self.columns = aligned(self.count + 1)
        self.kind = torch.bfloat16 if device == "cuda" else torch.float32

    def __call__(self, views: Any) -> Any:
        import torch

        if self.kind == torch.bfloat16:
            return self._on_gpu(views)
        above = (views.int() - self.low).clamp(min=0)
        coarse = (self.category == 0) & (above > FINE)
        above = torch.where(coarse, FINE + (above - FINE + STEP - 1).div(STEP, rounding_mode="floor"), above)
        above = torch.minimum(above, self.width)
        index = torch.where(above > 0, self.offset + above - 1, self.count).long()
        hot = torch.zeros((len(views), self.columns), dtype=self.kind, device=views.device).scatter_(1, index, 1.0)
        hot[:, self.count] = 0
        return hot

    def _on_gpu(self, views: Any) -> Any:
        """The same by one kernel."""
        import torch

        from ..kernel.cuda import numba_cuda

        cuda, views = numba_cuda(), views.contiguous()
        if not hasattr(self, "_kernel"):
            self._kernel = switch_on(cuda)
            self._layout = [cuda.as_cuda_array(row) for row in (self.low, self.width, self.offset, self.category)]
        hot = torch.zeros((len(views), self.columns), dtype=torch.int16, device=views.device)
        shared = cuda.as_cuda_array(views), *self._layout, cuda.as_cuda_array(hot)
        if views.numel():
            self._kernel[-(-views.numel() // 256), 256](*shared)
        return hot.view(torch.bfloat16)


def switch_on(cuda: Any) -> Any:
    """The kernel for one number of one observation: its input becomes 1."""

    def kernel(views: Any, low: Any, width: Any, offset: Any, category: Any, hot: Any) -> None:
        i, entries = cuda.grid(1), views.shape[1]
        row = i // entries
        if row < views.shape[0]:
            k = i - row * entries
            above = views[row, k] - low[k]
            if category[k] == 0 and above > FINE:
                above = FINE + (above - FINE + STEP - 1) // STEP
            above = min(above, width[k])
            if above > 0:
                hot[row, offset[k] + above - 1] = ONE

    return cuda.jit(kernel)


def make_teacher(chosen: Game[Any], count: int, width: int) -> Any:
    """The net that learns by playing: floats, three layers, policy and values."""
    import torch
    from torch import nn

    codes = chosen.families.count

    class Teacher(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second, self.third = (nn.Linear(n, width) for n in (count, width, width))
            self.policy = nn.Linear(width, aligned(codes))
            self.outlook = nn.Linear(width, chosen.sizes[-1])
            nn.init.normal_(self.first.weight, std=chosen.observation_size**-0.5)
            nn.init.normal_(self.policy.weight, std=0.01)
            nn.init.zeros_(self.outlook.weight)
            nn.init.constant_(self.outlook.bias, 0.4)

        def forward(self, hot: Any, mask: Any) -> Any:
            h = torch.relu(self.second(torch.relu(self.first(hot))))
            h = h + torch.relu(self.third(h))
            logits = self.policy(h)[:, :codes].float()
            return logits.masked_fill(mask == 0, -1e9), self.outlook(h).float()

    return Teacher()


def make_student(chosen: Game[Any], features: Features, units: int, grain: int = 1) -> Any:
    """The net of `bots.net`, in floats that are rounded as its weights are."""
    import torch
    from torch import nn

    full, coarse = FULL / (FULL + 1), UNIT_FIRST / grain

    def units_of(name: str) -> tuple[int, int]:
        """What a weight and a bias of 1 are in the whole numbers of a layer."""
        return (UNIT_FIRST, UNIT_FIRST) if name == "first" else (UNIT, UNIT * (FULL + 1))

    class Rounded(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, weight: Any, unit: float) -> Any:
            return (weight * unit).round() / unit

        @staticmethod
        def backward(ctx: Any, gradient: Any) -> Any:
            return gradient, None

    def clipped(x: Any) -> Any:
        """An activation; a little of the gradient passes beyond its bounds, so that no unit dies."""
        inside = x.clamp(0, full)
        leaking = inside + 0.02 * (x - inside)
        return inside.detach() + leaking - leaking.detach()

    def layer(of: Any, x: Any, unit: float = UNIT) -> Any:
        return nn.functional.linear(x, Rounded.apply(of.weight, unit), of.bias)

    class Student(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second, self.third = (
                nn.Linear(features.columns, units),
                nn.Linear(units, SECOND),
                nn.Linear(SECOND, THIRD),
            )
            self.policy, self.outlook = nn.Linear(LAST, chosen.families.count), nn.Linear(LAST, chosen.sizes[-1])
            nn.init.normal_(self.first.weight, std=0.8 / (chosen.observation_size / 6) ** 0.5)
            for each in (self.second, self.third):
                nn.init.normal_(each.weight, std=1.6 / each.weight.shape[1] ** 0.5)
            for each in (self.first, self.second, self.third):
                nn.init.constant_(each.bias, 0.2)
            nn.init.normal_(self.policy.weight, std=0.01)
            nn.init.zeros_(self.outlook.weight)
            self.register_buffer("seen", torch.zeros(features.columns + 1))
            """How often each input came up, and then how many positions there were."""

        def forward(self, hot: Any, mask: Any) -> Any:
            if self.training:
                self.seen[:-1] += hot.sum(0, dtype=torch.float32)
                self.seen[-1] += len(hot)
            second = clipped(layer(self.second, clipped(layer(self.first, hot, coarse))))
            h = torch.cat([clipped(layer(self.third, second)), second], 1)
            logits = 4 * layer(self.policy, h).float()
            return logits.masked_fill(mask == 0, -1e9), layer(self.outlook, h).float()

        def keep_in_range(self) -> None:
            self.first.weight.data.clamp_(-(FULL // grain) / coarse, FULL // grain / coarse)
            for each in (self.second, self.third, self.policy, self.outlook):
                each.weight.data.clamp_(-FULL / UNIT, FULL / UNIT)

        def load_net(self, net: Any) -> None:
            """Take the weights and biases of a net, as far as there are units for them."""
            for name, each in self.named_children():
                unit, one = units_of(name)
                weight = torch.tensor(net[name].T if name == "first" else net[name]).float() / unit
                bias = torch.tensor(net[f"{name}_bias"]).float() / one
                rows, columns = (min(pair) for pair in zip(weight.shape, each.weight.shape, strict=True))
                each.weight.data[:rows, :columns] = weight[:rows, :columns]
                each.bias.data[:rows] = bias[:rows]
            self.seen[:-1] += (self.first.weight.data != 0).any(0)
            self.seen[-1] += 1

        def arrays(self) -> dict[str, Any]:
            """Weights and biases in whole numbers; none that are faint."""
            numbers = {}
            for name, each in self.named_children():
                unit, one = units_of(name)
                step = grain if name == "first" else 1
                weight = (each.weight.data.float() * unit / step).round().cpu().numpy() * step
                numbers[name] = weight
                numbers[f"{name}_bias"] = (each.bias.data.float() * one).round().cpu().numpy()
            often = (self.seen[:-1] / self.seen[-1].clamp(min=1)).cpu().numpy()
            first = numbers["first"]
            numbers["first"] = (first * (first**2 * often >= FAINT)).T[: features.count]
            return numbers

    return Student()
