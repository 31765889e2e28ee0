"""Text and HTML for people: tables, pictures, short numbers. Nothing here needs a network."""
from __future__ import annotations

import html
from typing import Any, Iterable, List, Sequence


def number(value: Any, digits: int = 5) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:.{digits}g}"


def duration(seconds: Any) -> str:
    if not isinstance(seconds, (int, float)):
        return "none"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds / 1e-9:.4g} ns" if seconds else "0 s"


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Columns side by side; numbers to the right."""
    body = [[number(cell) for cell in row] for row in rows]
    right = [all(_is_number(row[i]) for row in body) for i in range(len(header))]
    width = [max([len(header[i])] + [len(row[i]) for row in body]) for i in range(len(header))]
    lines = []
    for row in [list(header)] + body:
        cells = [cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(row, width, right)]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def _is_number(text: str) -> bool:
    return text == "none" or text.split(" ")[0].lstrip("-").replace(".", "").replace("e", "").replace("-", "").replace("+", "").isdigit()


def html_table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{html.escape(one)}</th>" for one in header)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(number(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"


def shown(names: Sequence[str], most: int = 20) -> List[str]:
    return list(names[:most])


def more(count: int, most: int = 20) -> str:
    return f"\n  … and {count - most} more" if count > most else ""
