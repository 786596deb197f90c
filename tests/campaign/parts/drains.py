"""A busy server is ended with SIGTERM: whatever it has accepted is answered, and it ends well within its grace."""

from __future__ import annotations

import random

from runner import CampaignFault, Figures, Part, Step

from benchmarks.drain import LONGEST_LOAD_SECONDS, drain_once


def run(step: Step) -> Figures:
    """Ends a server so many times, each at another moment; of one worker and of two in turn."""
    figures = Figures()
    for number in range(step.first, step.first + step.count):
        chance = random.Random(f"{step.seed}/{number}")
        drained = drain_once(1 + number % 2, chance.uniform(0.05, LONGEST_LOAD_SECONDS))
        if drained.fault:
            raise CampaignFault(f"drain {number}: {drained.fault}")
        figures.counts.update(drains=1, answered=drained.answered, refused=drained.refused, lost=len(drained.lost))
        figures.saw("drain seconds", drained.drain_seconds)
    return figures


PART = Part("drains", "drains", 100, 5, run)
