"""Arrays without reference counts, for the inner loops of a kernel.

numba counts the references to every array of a tuple, with atomic instructions, at each call that takes the tuple. In a
row search on 500 x 375 pixels that was over half of the time. Copies without an owner are not counted. Whoever makes
one keeps the original until the copy is no longer used.
"""

from typing import Any, TypeVar

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

Arrays = TypeVar("Arrays", bound=tuple[Any, ...])


def uncounted(arrays: Arrays) -> Arrays:
    """The same tuple of arrays and numbers; inside a kernel the arrays have no owner."""
    return arrays


@intrinsic
def _without_owners(typing_context: Any, arrays: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = arguments[0]
        for position, member in enumerate(arrays):
            if isinstance(member, types.Array):
                counted = builder.extract_value(value, position)
                array = context.make_array(member)(context, builder, value=counted)
                array.meminfo = cgutils.get_null_value(array.meminfo.type)
                array.parent = cgutils.get_null_value(array.parent.type)
                value = builder.insert_value(value, array._getvalue(), position)
        return value

    return arrays(arrays), generate


@overload(uncounted)
def _uncounted(arrays: Any) -> Any:
    def implementation(arrays: Any) -> Any:
        return _without_owners(arrays)  # type: ignore[call-arg]  # numba supplies the typing context

    return implementation
