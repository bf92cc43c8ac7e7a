"""The trained network as ONNX, in the form that OpenCV reads: plain operators, fixed names."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

EXPORT_PX = 320
# Biases are few, and exact ones cost nothing.
_SMALL, _LEAST_AXES = 64, 2
_LARGEST_BYTE = 127
_CELLS = {"picture": {2: "height", 3: "width"}, "dice": {2: "rows", 3: "columns"}}
_WHOLE = {"picture": {0: "count"}, "dice": {0: "count"}}


def write_onnx(
    network: nn.Module,
    path: Path,
    size_px: tuple[int, int],
    *,
    is_whole: bool = False,
    channels: int = 3,
) -> None:
    """Fold the normalisation into the convolutions and write the network.

    It takes pictures of any size, or, if it sees each picture as a whole, any number of them.
    """
    folded = _folded(network.eval().to(memory_format=torch.contiguous_format))
    picture = torch.zeros(1, channels, *size_px)
    torch.onnx.export(
        folded,
        (picture,),
        str(path),
        input_names=["picture"],
        output_names=["dice"],
        opset_version=13,
        dynamo=False,
        dynamic_axes=_WHOLE if is_whole else _CELLS,
    )


def _folded(module: nn.Module) -> nn.Module:
    for child in module.children():
        _folded(child)
    if isinstance(module, nn.Sequential):
        for at, (first, second) in enumerate(zip(module, list(module)[1:], strict=False)):
            if isinstance(first, nn.Conv2d) and isinstance(second, nn.BatchNorm2d):
                module[at], module[at + 1] = fuse_conv_bn_eval(first, second), nn.Identity()
    return module


def halve_weights(path: Path) -> None:
    """Keep the large weights of a written network as 16-bit numbers, half as large as before.

    They become 32-bit numbers again when the network is loaded, so it is as fast as before. The
    file carries the commit of the tree that it was trained from.
    """
    _keep_smaller(path, _as_halves)


def quarter_weights(path: Path) -> None:
    """The same with 8-bit numbers, and a scale for each output: a quarter of the first size."""
    _keep_smaller(path, _as_bytes)


_Smaller = tuple[list[onnx.TensorProto], onnx.NodeProto]


def _as_halves(name: str, numbers: npt.NDArray[np.float32]) -> _Smaller:
    half = numpy_helper.from_array(numbers.astype(np.float16), f"{name}_half")
    return [half], helper.make_node("Cast", [half.name], [name], to=TensorProto.FLOAT)


def _as_bytes(name: str, numbers: npt.NDArray[np.float32]) -> _Smaller:
    scales = np.abs(numbers).reshape(len(numbers), -1).max(1) / _LARGEST_BYTE
    steps = np.round(numbers / scales.reshape(-1, *[1] * (numbers.ndim - 1))).astype(np.int8)
    kept = [
        numpy_helper.from_array(steps, f"{name}_steps"),
        numpy_helper.from_array(scales.astype(np.float32), f"{name}_scales"),
        numpy_helper.from_array(np.zeros(len(numbers), np.int8), f"{name}_zeros"),
    ]
    return kept, helper.make_node("DequantizeLinear", [each.name for each in kept], [name], axis=0)


def _keep_smaller(path: Path, smaller: Callable[[str, npt.NDArray[np.float32]], _Smaller]) -> None:
    model = onnx.load(path)
    kept, widened = [], []
    for weights in model.graph.initializer:
        numbers = numpy_helper.to_array(weights)
        if numbers.dtype != np.float32 or numbers.size <= _SMALL or numbers.ndim < _LEAST_AXES:
            kept.append(weights)
            continue
        parts, node = smaller(weights.name, numbers)
        kept.extend(parts)
        widened.append(node)
    nodes = [*widened, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    stamp(model, present_commit())
    onnx.save(model, path)


def stamp(model: onnx.ModelProto, commit: str) -> None:
    """Write into a network which commit it was trained from."""
    helper.set_model_props(model, {"commit": commit})


def present_commit() -> str:
    """The commit of this checkout."""
    told = subprocess.run(
        ["git", "rev-parse", "HEAD"],  # noqa: S607 - whichever git the trainer uses
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
    )
    return told.stdout.strip()
