"""The trained network as ONNX, in the form that OpenCV reads: plain operators, fixed names."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from scripts.train_dice.network import DiceNetwork

EXPORT_PX = 320


def write_onnx(network: DiceNetwork, path: Path) -> None:
    """Fold the normalisation into the convolutions and write the network."""
    folded = _folded(network.eval().to(memory_format=torch.contiguous_format))
    picture = torch.zeros(1, 3, EXPORT_PX, EXPORT_PX)
    torch.onnx.export(
        folded,
        (picture,),
        str(path),
        input_names=["picture"],
        output_names=["dice"],
        opset_version=13,
        dynamo=False,
        dynamic_axes={"picture": {2: "height", 3: "width"}, "dice": {2: "rows", 3: "columns"}},
    )


def _folded(module: nn.Module) -> nn.Module:
    for child in module.children():
        _folded(child)
    if isinstance(module, nn.Sequential):
        for at, (first, second) in enumerate(zip(module, list(module)[1:], strict=False)):
            if isinstance(first, nn.Conv2d) and isinstance(second, nn.BatchNorm2d):
                module[at], module[at + 1] = fuse_conv_bn_eval(first, second), nn.Identity()
    return module
