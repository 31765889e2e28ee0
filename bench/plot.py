#!/usr/bin/env python3
"""Draws what the benchmarks measured as SVG: two panels in a row, both axes logarithmic.

    plot.py convergence CURVES.json OUT.svg          from bench_convergence --json
    plot.py work CURVES.json OUT_DIRECTORY           from bench_work_precision --json; one file per model
    plot.py table CURVES.json                        the same as a table: the fastest method and how it compares with CVODE

Runs that are wrong by more than the range of a state (steps too long to be stable) are left out of pictures.
"""
import json
import math
import pathlib
import sys

COLOURS = ["#1b6ca8", "#d1495b", "#2e8b57", "#8a5a9e", "#c98a1b", "#4a4a4a", "#17a2b8", "#a0522d", "#6b8e23"]
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 470, 360, 64, 34, 14, 46


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def decades(values):
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return low, max(high, low + 1)


class Panel:
    """One diagram: axes through powers of ten, curves with markers."""

    def __init__(self, title, x_label, y_label, curves, number):
        points = [p for curve in curves for p in curve["points"]]
        self.x0, self.x1 = decades([p[0] for p in points])
        self.y0, self.y1 = decades([p[1] for p in points])
        self.left, self.top = WIDTH * (number % 2), TOP + HEIGHT * (number // 2)
        self.parts = [self.text(self.left + LEFT + self.plot_width() / 2, self.top - 14, title, "middle", 12, "bold")]
        self.axes(x_label, y_label)
        for curve in curves:
            self.curve(curve)

    @staticmethod
    def plot_width():
        return WIDTH - LEFT - RIGHT

    @staticmethod
    def plot_height():
        return HEIGHT - TOP - BOTTOM

    def x(self, value):
        share = (math.log10(value) - self.x0) / (self.x1 - self.x0)
        return self.left + LEFT + share * self.plot_width()

    def y(self, value):
        share = (math.log10(value) - self.y0) / (self.y1 - self.y0)
        return self.top + (1 - share) * self.plot_height()

    @staticmethod
    def text(x, y, words, anchor="start", size=11, weight="normal", turn=""):
        return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}"'
                f'{turn}>{escape(words)}</text>')

    def axes(self, x_label, y_label):
        bottom = self.top + self.plot_height()
        right = self.left + LEFT + self.plot_width()
        every_x = max(1, (self.x1 - self.x0) // 8)
        every_y = max(1, (self.y1 - self.y0) // 10)
        for exponent in range(self.x0, self.x1 + 1):
            x = self.x(10.0 ** exponent)
            self.parts.append(f'<line x1="{x:.1f}" y1="{self.top}" x2="{x:.1f}" y2="{bottom}" stroke="#e3e3e3"/>')
            if (exponent - self.x0) % every_x == 0:
                self.parts.append(self.text(x, bottom + 16, f"1e{exponent}", "middle"))
        for exponent in range(self.y0, self.y1 + 1):
            y = self.y(10.0 ** exponent)
            self.parts.append(f'<line x1="{self.left + LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#e3e3e3"/>')
            if (exponent - self.y0) % every_y == 0:
                self.parts.append(self.text(self.left + LEFT - 6, y + 4, f"1e{exponent}", "end"))
        self.parts.append(f'<rect x="{self.left + LEFT}" y="{self.top}" width="{self.plot_width()}" '
                          f'height="{self.plot_height()}" fill="none" stroke="#777"/>')
        self.parts.append(self.text(self.left + LEFT + self.plot_width() / 2, self.top - TOP + HEIGHT - 10, x_label, "middle", 12))
        x, y = self.left + 14, self.top + self.plot_height() / 2
        self.parts.append(self.text(x, y, y_label, "middle", 12, turn=f' transform="rotate(-90 {x:.1f} {y:.1f})"'))

    def curve(self, curve):
        path = " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in curve["points"])
        dashed = ' stroke-dasharray="5 3"' if curve.get("dashed") else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{curve["colour"]}" '
                          f'stroke-width="{curve.get("width", 1.6)}"{dashed}/>')
        for a, b in curve["points"]:
            self.parts.append(f'<circle cx="{self.x(a):.1f}" cy="{self.y(b):.1f}" r="2.4" fill="{curve["colour"]}"/>')


def write(path, panels, names, colours):
    per_row = 5
    bottom = HEIGHT * math.ceil(len(panels) / 2)
    width, height = WIDTH * 2, bottom + 12 + 20 * math.ceil(len(names) / per_row)
    legend = []
    column = width / min(per_row, len(names))
    for i, name in enumerate(names):
        x, y = 14 + column * (i % per_row), bottom + 14 + 20 * (i // per_row)
        legend.append(f'<line x1="{x}" y1="{y - 4}" x2="{x + 22}" y2="{y - 4}" stroke="{colours[name]}" stroke-width="3"/>')
        legend.append(Panel.text(x + 28, y, name, size=12))
    body = "\n".join(part for panel in panels for part in panel.parts) + "\n" + "\n".join(legend)
    pathlib.Path(path).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" fill="#222">\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n')


def convergence(curves, out):
    names = list(dict.fromkeys(c["method"] for c in curves))
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    panels = []
    for regime in dict.fromkeys(c["regime"] for c in curves):
        for part in ("slow", "fast"):
            drawn = []
            for curve in curves:
                points = [(h, e) for h, e in curve[part] if 1e-15 < e < 10] if curve["regime"] == regime else []
                if points:
                    drawn.append({"points": points, "colour": colours[curve["method"]]})
            title = f"{part} state: {regime}"
            panels.append(Panel(title if len(title) < 64 else title[:62] + "…", "step", "error", drawn,
                                len(panels)))
    write(out, panels, names, colours)


def work(models, out):
    folder = pathlib.Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(name for model in models for name in sorted(model["methods"], key=lambda n: n != "cvode")))
    colours = {name: "#111111" if name == "cvode" else COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    for model in models:
        panels = []
        for key, what in (("error", "all states"), ("slow_error", "slow states")):
            drawn = []
            for name, runs in model["methods"].items():
                points = sorted((r[key], r["seconds"]) for r in runs if 1e-10 < r[key] < 1 and r["seconds"] > 0)
                if points:
                    drawn.append({"points": points, "colour": colours[name], "width": 2.4 if name == "cvode" else 1.5})
            title = f'{model["model"]} ({model["states"]} states, {model["fast"]} fast): {what}'
            panels.append(Panel(title, "error, of the range", "time in s", drawn, len(panels)))
        write(folder / f'{model["model"]}.svg', panels, [n for n in names if n in model["methods"]], colours)


def rounded(ratio):
    return f"{ratio:.0f}" if ratio >= 9.95 else f"{ratio:.1f}" if ratio >= 0.995 else f"{ratio:.2f}"


def table(models):
    print("| model | states / fast | error of | 1e-2 | 1e-3 | 1e-4 | 1e-5 |\n|---|---|---|---|---|---|---|")
    for model in models:
        for key, name in (("error", "all"), ("slow_error", "slow")):
            cells = []
            for error in (1e-2, 1e-3, 1e-4, 1e-5):
                least = {}
                for method, points in model["methods"].items():
                    times = [p["seconds"] for p in points if p[key] <= error]
                    if times:
                        least[method] = min(times)
                cvode = least.pop("cvode", None)
                best = min(least, key=least.get) if least else None
                cells.append(f"{rounded(cvode / least[best])} {best}" if cvode and best else "-")
            print(f"| {model['model']} | {model['states']} / {model['fast']} | {name} | {' | '.join(cells)} |")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "table":
        return table(json.loads(pathlib.Path(sys.argv[2]).read_text()))
    if len(sys.argv) != 4 or sys.argv[1] not in ("convergence", "work"):
        sys.exit(__doc__)
    curves = json.loads(pathlib.Path(sys.argv[2]).read_text())
    (convergence if sys.argv[1] == "convergence" else work)(curves, sys.argv[3])


if __name__ == "__main__":
    main()
