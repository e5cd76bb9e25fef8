"""What compiled rules need beyond plain Python: ``i64``, ``vec`` and bit sets.

The same source runs in two ways. Compiled, ``i64`` is a machine integer and ``vec[i64]`` a packed
array; plain, they are ``int`` and ``list``. Only operations that both have are used: indexing,
slices, ``len``.

mypyc 2.4.1 compiles ``1 << n`` as a 32-bit shift, so a single bit always comes from ``BIT``.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64 as i64

# mypy is told that COMPILED is true (pyproject.toml), so it checks code for ``vec``, not ``list``.
COMPILED = not __file__.endswith(".py")
if COMPILED:
    from librt.vecs import vec as vec
else:
    vec = list

BITS: Final = 63
BIT: Final[vec[i64]] = vec[i64]([2**n for n in range(BITS)])

if COMPILED:

    def count_bits(bits: i64) -> i64:
        """How many bits are set in ``bits``, which must not be negative."""
        # The masks stay below 2**62: larger literals would be boxed numbers.
        bits -= (bits >> 1) & 0x1555555555555555
        bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
        bits += bits >> 8
        bits += bits >> 16
        bits += bits >> 32
        return bits & 0x7F

    def lowest_bit(bits: i64) -> i64:
        """The index of the lowest bit set; ``bits`` must be above zero."""
        return count_bits((bits & -bits) - 1)

else:

    def count_bits(bits: i64) -> i64:
        """How many bits are set in ``bits``, which must not be negative."""
        return bits.bit_count()

    def lowest_bit(bits: i64) -> i64:
        """The index of the lowest bit set; ``bits`` must be above zero."""
        return (bits & -bits).bit_length() - 1


def nth_bit(bits: i64, n: i64) -> i64:
    """The index of the n-th lowest bit set; ``n`` counts from 0."""
    while n > 0:
        bits &= bits - 1
        n -= 1
    return lowest_bit(bits)


def write_bits(bits: i64, start: i64, out: vec[i64], count: i64) -> i64:
    """Write ``start`` + the index of each set bit from ``out[count]`` on; return the new count."""
    while bits:
        out[count] = start + lowest_bit(bits)
        count += 1
        bits &= bits - 1
    return count


def bit_indices(bits: i64) -> list[int]:
    """The indices of the bits set, in ascending order."""
    found: list[int] = []
    while bits:
        found.append(int(lowest_bit(bits)))
        bits &= bits - 1
    return found


def zeros(size: i64) -> vec[i64]:
    """Make an array of ``size`` zeros."""
    return vec[i64]([0] * size)
