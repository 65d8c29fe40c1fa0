"""The quality report as a page that opens offline."""

from __future__ import annotations

from html import escape
from typing import Any

_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2733;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #e3e8ee}td.n{text-align:right;font-variant-numeric:tabular-nums}
.bar{background:#e3e8ee;border-radius:3px;height:.7rem;width:10rem}.bar i{display:block;background:#2f7de1;border-radius:3px;height:100%}
.ok{color:#0a7d38}.bad{color:#c02a2a}
@media(prefers-color-scheme:dark){body{background:#12181f;color:#dbe4ee}th,td{border-color:#2a3542}.bar{background:#2a3542}}
"""
_MEASURES = (("ndcg_at_10", "NDCG@10"), ("mrr_at_10", "MRR@10"), ("recall_at_10", "Recall@10"), ("hit_at_1", "Hit@1"))


def render(report: dict[str, Any]) -> str:
    """HTML of a quality report."""
    verdict = report["verdict"]
    word = '<span class="ok">passed</span>' if verdict["passed"] else '<span class="bad">failed</span>'
    reasons = "".join(f"<li>{escape(r)}</li>" for r in verdict["reasons"])
    sections = [("Overall", {"all": {"queries": report["queries"], **report["overall"]}, "self-check": report["self_check"]})]
    sections += [(f"By {key}", report[f"by_{key}"]) for key in ("category", "language", "repository")]
    tables = "".join(f"<h2>{escape(name)}</h2>{_table(rows)}" for name, rows in sections if rows)
    comparison = report["comparison"]
    compared = (
        f"<p>Against {escape(comparison['with'])}: NDCG@10 {comparison['ndcg_at_10']:+.3f} "
        f"(95 % interval {comparison['low']:+.3f} to {comparison['high']:+.3f}, {comparison['queries']} queries).</p>"
        if comparison
        else ""
    )
    latency = ", ".join(f"{name} {value} ms" for name, value in report["latency_ms"].items())
    worst = sorted(report["results"], key=lambda r: r["ndcg_at_10"])[:20]
    rows = "".join(f"<tr><td>{escape(r['query'])}</td><td class=n>{r['ndcg_at_10']:.3f}</td></tr>" for r in worst)
    lowest = f"<h2>Lowest queries</h2><table><tr><th>Query</th><th>NDCG@10</th></tr>{rows}</table>" if rows else ""
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Quality of {escape(report['version'])}</title><style>{_STYLE}</style>"
        f"<h1>Quality of {escape(report['version'])}: {word}</h1><ul>{reasons}</ul>{compared}<p>Latency: {latency}.</p>{tables}{lowest}</html>"
    )


def _table(rows: dict[str, Any]) -> str:
    head = "<tr><th></th><th>Queries</th>" + "".join(f"<th>{label}</th>" for _, label in _MEASURES) + "<th></th></tr>"
    body = "".join(
        f"<tr><td>{escape(name or '-')}</td><td class=n>{row['queries']}</td>"
        + "".join(f"<td class=n>{row.get(key, 0):.3f}</td>" for key, _ in _MEASURES)
        + f'<td><div class=bar><i style="width:{100 * row.get("ndcg_at_10", 0):.0f}%"></i></div></td></tr>'
        for name, row in rows.items()
    )
    return f"<table>{head}{body}</table>"
