"""Eight numbers at once: SIMD vectors for compiled code.

Numba leaves loops over a handful of numbers scalar. These intrinsics give LLVM
the vectors directly; an array's last axis, of LANES numbers, is one vector.
The processor decides how many instructions that takes.
"""

# Numba's extension interface carries no types.
# mypy: disable-error-code="no-untyped-call"

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

LANES = 8
_INDEX = ir.IntType(64)
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_UNSET = ir.Constant(_VECTOR, ir.Undefined)


class Vector(types.Type):
    """The type of a vector in compiled code."""

    def __init__(self) -> None:
        super().__init__(name=f"Vector({LANES})")


VECTOR = Vector()


@register_model(Vector)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, type: Vector) -> None:
        super().__init__(manager, type, _VECTOR)


def _pointer(context: Any, builder: Any, kind: Any, array: Any, indices: tuple[Any, ...]) -> Any:
    made = context.make_array(kind)(context, builder, array)
    first = cgutils.get_item_pointer(
        context, builder, kind, made, [*indices, ir.Constant(_INDEX, 0)], wraparound=False
    )
    return builder.bitcast(first, _VECTOR.as_pointer())


@intrinsic
def load(typing: Any, array: Any, i: Any, j: Any) -> Any:
    """Return `array[i, j, :]` of a contiguous float64 array of shape (_, _, LANES)."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        vector = builder.load(_pointer(context, builder, signature.args[0], values[0], values[1:3]))
        vector.align = 8
        return vector

    return VECTOR(array, types.intp, types.intp), generate


@intrinsic
def store(typing: Any, array: Any, i: Any, j: Any, vector: Any) -> Any:
    """Set `array[i, j, :]`."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store(
            values[3], _pointer(context, builder, signature.args[0], values[0], values[1:3])
        ).align = 8
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp, VECTOR), generate


@intrinsic
def fill(typing: Any, number: Any) -> Any:
    """Return a vector of one number."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        one = builder.insert_element(_UNSET, values[0], ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(
            one, _UNSET, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        )

    return VECTOR(types.float64), generate


def _binary(write: Callable[[Any, Any, Any], Any]) -> Any:
    @intrinsic
    def operation(typing: Any, a: Any, b: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return write(builder, *values)

        return VECTOR(VECTOR, VECTOR), generate

    return operation


def _chosen(sign: str) -> Any:
    # A number that is none of the two, NaN, gives the second argument.
    return _binary(lambda builder, a, b: builder.select(builder.fcmp_ordered(sign, a, b), a, b))


add = _binary(lambda builder, a, b: builder.fadd(a, b))
subtract = _binary(lambda builder, a, b: builder.fsub(a, b))
multiply = _binary(lambda builder, a, b: builder.fmul(a, b))
divide = _binary(lambda builder, a, b: builder.fdiv(a, b))
lesser = _chosen("<")
greater = _chosen(">")
