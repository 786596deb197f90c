"""The parts, in the order in which they run."""

from __future__ import annotations

from runner import Part

from parts import certificates, clock, drains, full_disk, fuzz, hostile_calls, hostile_connections, kills, soak

PARTS: dict[str, Part] = {
    module.PART.name: module.PART
    for module in (fuzz, hostile_calls, hostile_connections, kills, drains, certificates, clock, full_disk, soak)
}
