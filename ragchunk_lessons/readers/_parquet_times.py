"""Times of Parquet: those of pandas count nanoseconds, of which Python's have none."""

from __future__ import annotations

from typing import Any


def whole_microseconds(column: Any) -> Any:
    """The column with times that Python can hold.

    Examples
    --------
    >>> import pyarrow
    >>> whole_microseconds(pyarrow.array([1_500], pyarrow.duration("ns"))).type
    DurationType(duration[us])
    """
    wanted = _without_nanoseconds(column.type)
    return column if wanted == column.type else column.cast(wanted, safe=False)


def _without_nanoseconds(kind: Any) -> Any:
    import pyarrow
    from pyarrow import types

    if types.is_timestamp(kind) and kind.unit == "ns":
        return pyarrow.timestamp("us", kind.tz)
    if types.is_time64(kind) and kind.unit == "ns":
        return pyarrow.time64("us")
    if types.is_duration(kind) and kind.unit == "ns":
        return pyarrow.duration("us")
    if types.is_struct(kind):
        fields = [kind.field(number) for number in range(kind.num_fields)]
        return pyarrow.struct([field.with_type(_without_nanoseconds(field.type)) for field in fields])
    if types.is_list(kind):
        return pyarrow.list_(kind.value_field.with_type(_without_nanoseconds(kind.value_type)))
    return kind
