"""A model stored in 8-bit numbers, made ready for arithmetic in floats.

Such a file asks for more than small weights: at every layer it rounds what it works on to one of 256 steps. Where two
ways of computing differ in the last digit, a value falls to the next step, and a score moves visibly. With the weights
as floats nothing is rounded on the way, and a test compares two ways of computing to four decimals.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def in_floats(path: Path) -> bytes:
    """The model with each product of 8-bit numbers replaced by one of floats, for onnxruntime to load.

    Parameters
    ----------
    path : Path
        An ONNX file as ``onnxruntime.quantization.quantize_dynamic`` writes it.

    Returns
    -------
    bytes
        Of a model with the same inputs and outputs; a file without such products is given back as it is.

    Raises
    ------
    ImportError
        If onnx is not installed.

    Notes
    -----
    The weights keep the values that 8 bits gave them: ``(number - zero point) * scale``.

    Source: ONNX operators ``DynamicQuantizeLinear`` and ``MatMulInteger``.
    """
    try:
        import onnx
        from onnx import helper, numpy_helper
    except ImportError as error:
        raise ImportError(f"reading {path.name} needs onnx ({error}); install it with: pip install onnx") from error
    model = onnx.load(str(path))
    graph = model.graph
    weights = {each.name: each for each in graph.initializer}
    made = {name: node for node in graph.node for name in node.output}
    users: dict[str, list[Any]] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    gone, products = set(), {}
    for product in graph.node:
        if product.op_type != "MatMulInteger":
            continue
        # x -> rounded -> product -> as float -> times both scales; what stands there instead is x times the weights.
        rounded, packed, _, zero = product.input
        rounding = made[rounded]
        (as_float,) = users[product.output[0]]
        (scaled,) = users[as_float.output[0]]
        both = made[_other(scaled, as_float.output[0])]
        scale = _other(both, rounding.output[1])
        numbers, at, size = (numpy_helper.to_array(weights[name]).astype(np.float32) for name in (packed, zero, scale))
        name = f"{packed}.float"
        graph.initializer.append(numpy_helper.from_array((numbers - at) * size, name))
        products[id(scaled)] = helper.make_node("MatMul", [rounding.input[0], name], list(scaled.output))
        gone |= {id(product), id(as_float), id(both), id(rounding)}
    kept = [products.get(id(node), node) for node in graph.node if id(node) not in gone]
    asked_for = {name for node in kept for name in node.input}
    needed = [each for each in graph.initializer if each.name in asked_for]
    for field, values in ((graph.node, kept), (graph.initializer, needed)):
        del field[:]
        field.extend(values)
    return model.SerializeToString()


def _other(node: Any, name: str) -> str:
    """The one of the two inputs of a node that has another name."""
    (other,) = (each for each in node.input if each != name)
    return other
