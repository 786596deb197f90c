"""Validity of bytes and the three units of offsets, one character at a time."""

from __future__ import annotations


def first_invalid_byte(data: bytes) -> int | None:
    """The offset of the first byte at which no valid character starts, None where there is none (RFC 3629)."""
    at = 0
    while at < len(data):
        for size in (1, 2, 3, 4):
            piece = data[at : at + size]
            if len(piece) == size and _one_character(piece):
                at += size
                break
        else:
            return at
    return None


def _one_character(piece: bytes) -> bool:
    lead = piece[0]
    if lead < 0x80:
        return len(piece) == 1
    bits = {0b110: 2, 0b1110: 3, 0b11110: 4}
    for pattern, size in bits.items():
        if lead >> (8 - pattern.bit_length()) != pattern or len(piece) != size:
            continue
        if any(byte >> 6 != 0b10 for byte in piece[1:]):
            return False
        point = lead & ((1 << (7 - size)) - 1)
        for byte in piece[1:]:
            point = point << 6 | byte & 0x3F
        smallest = {2: 0x80, 3: 0x800, 4: 0x10000}[size]
        return smallest <= point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF
    return False


def offsets(text: str, unit: str) -> list[int]:
    """For each byte offset 0..n of the UTF-8 form, the offset in `unit` ("bytes", "utf16", "points").

    Offsets inside a character count as its first byte's.
    """
    out: list[int] = []
    count = 0
    for character in text:
        size = len(character.encode())
        out += [len(out) + k for k in range(size)] if unit == "bytes" else [count] * size
        count += 2 if unit == "utf16" and ord(character) > 0xFFFF else 1
    return [*out, len(out) if unit == "bytes" else count]


def slice_in(text: str, unit: str, start: int, end: int) -> str:
    """What the span [start, end) in `unit` covers."""
    if unit == "points":
        return text[start:end]
    if unit == "bytes":
        return text.encode()[start:end].decode()
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")
