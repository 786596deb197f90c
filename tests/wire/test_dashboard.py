"""The Grafana dashboard asks for nothing that `/metrics` does not have: neither a name nor a label."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from prometheus_client.metrics import MetricWrapperBase

from sidecar.server.metrics import Metrics

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana" / "verify-sidecar.json"
# A metric of ours with its selector, as in `verify_outcomes_total{job=~"$job",outcome="FAIL"}`.
METRIC = re.compile(r"\b((?:grpc_server|verify)_[a-z_]+)(?:\{([^}]*)\})?")
BY = re.compile(r"\bby \(([^)]*)\)")
NOT_OURS = {"le", "job"}  # of histograms, and of whoever scrapes


def expressions() -> list[tuple[str, str]]:
    dashboard: dict[str, Any] = json.loads(DASHBOARD.read_text("utf-8"))
    rows = [(panel["title"], target["expr"]) for panel in dashboard["panels"] for target in panel["targets"]]
    return rows + [(row["name"], row["query"]) for row in dashboard["templating"]["list"] if row["type"] == "query"]


def offered() -> dict[str, set[str]]:
    """Every name on the page, with its labels."""
    out: dict[str, set[str]] = {}
    for value in vars(Metrics(lambda: (0, 0))).values():
        metric = getattr(getattr(value, "__wrapped__", None), "__self__", value)  # of remembered labels
        if not isinstance(metric, MetricWrapperBase):
            continue
        family = next(iter(metric.collect()))
        endings = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}[family.type]
        out |= {family.name + ending: set(metric._labelnames) for ending in endings}
    return out


def test_every_query_asks_for_metrics_and_labels_that_there_are() -> None:
    known = offered()
    asked = expressions()
    assert len(asked) > 20
    for title, expression in asked:
        names = METRIC.findall(expression)
        assert names, title
        labels = {name.strip() for group in BY.findall(expression) for name in group.split(",")} - NOT_OURS
        for name, selector in names:
            assert name in known, f"{title}: {name}"
            chosen = {part.partition("=")[0].strip("~! ") for part in selector.split(",") if part} - NOT_OURS
            assert chosen <= known[name], f"{title}: {name} has no label of {chosen}"
            assert labels <= known[name], f"{title}: {name} has no label of {labels}"


def test_every_metric_is_on_the_dashboard_and_on_the_page_of_the_docs() -> None:
    families = {re.sub("_(total|bucket|sum|count)$", "", name) for name in offered()}
    shown = {
        re.sub("_(total|bucket|sum|count)$", "", name) for _, row in expressions() for name, _ in METRIC.findall(row)
    }
    assert families == shown
    page = (DASHBOARD.parents[2] / "docs" / "operating.md").read_text("utf-8")
    for name in families:
        short = "…_" + name.removeprefix("grpc_server_")
        assert name in page or short in page, name


def test_panels_do_not_overlap_and_have_ids_of_their_own() -> None:
    panels = json.loads(DASHBOARD.read_text("utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(set(cells)) == len(cells)
