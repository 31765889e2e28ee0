"""Tests of the FMUs of the Reference-FMUs project, which are not part of this repository: SUNDER_REFERENCE_FMUS names folders, separated by ':',
that hold them built, of one version each. Values are those of their equations, solved here; files with results of the project are not used."""
import glob
import math
import os


def integrate(f, x, end, steps=200_000):
    """Classical Runge-Kutta with steps that leave no error worth mentioning."""
    h = end / steps
    for _ in range(steps):
        a = f(x)
        b = f([v + h / 2 * d for v, d in zip(x, a)])
        c = f([v + h / 2 * d for v, d in zip(x, b)])
        d = f([v + h * k for v, k in zip(x, c)])
        x = [v + h / 6 * (p + 2 * q + 2 * r + s) for v, p, q, r, s in zip(x, a, b, c, d)]
    return x


def euler(f, x, step, steps):
    for _ in range(steps):
        x = [v + step * d for v, d in zip(x, f(x))]
    return x


def roberts(end):
    """The reaction of Robertson: linearly implicit Euler in the logarithm of the time, extrapolated from several numbers of steps."""
    def run(steps):
        a, b, t = 1.0, 0.0, 0.0
        ratio = math.log(end / 1e-6) / steps
        for k in range(steps + 1):
            after = 1e-6 * math.exp(k * ratio)
            h, t = after - t, after
            c = 1 - a - b
            fa, fb = -0.04 * a + 1e4 * b * c, 0.04 * a - 1e4 * b * c - 3e7 * b * b
            # (1 - h J) d = h f
            p, q = 1 - h * (-0.04 - 1e4 * b), -h * 1e4 * (c - b)
            r, s = -h * (0.04 + 1e4 * b), 1 - h * (-1e4 * (c - b) - 6e7 * b)
            size = p * s - q * r
            a, b = a + h * (s * fa - q * fb) / size, b + h * (p * fb - r * fa) / size
        return [a, b]
    counts = [2000, 4000, 8000, 16000]
    table = [run(n) for n in counts]
    for order in range(1, len(counts)):
        table = [[(counts[i + order] * fine - counts[i] * coarse) / (counts[i + order] - counts[i]) for coarse, fine in zip(table[i], table[i + 1])]
                 for i in range(len(table) - 1)]
    return table[0]


def ball(t):
    """Height of a ball that falls from 1 m and keeps 0.7 of its speed."""
    height, speed = 1.0, 0.0
    while True:
        lands = (speed + math.sqrt(speed * speed + 2 * 9.81 * height)) / 9.81
        if t <= lands:
            return height + speed * t - 9.81 / 2 * t * t
        t -= lands
        height, speed = 0.0, 0.7 * math.sqrt(speed * speed + 2 * 9.81 * height)


VAN_DER_POL = [lambda x: [x[1], (1 - x[0] * x[0]) * x[1] - x[0]], [2.0, 0.0]]


def exact():
    """By model: what a row of a result must have at its time, and how nearly. Slow to compute: once."""
    end = integrate(*VAN_DER_POL, 20)
    reaction = roberts(1e8)
    return {"Dahlquist": lambda t: {"x": (math.exp(-t), 1e-7)},
            "VanDerPol": lambda t: {"x0": (end[0], 1e-5), "x1": (end[1], 1e-5)} if t == 20 else {},
            "Stair": lambda t: {"counter": (1 + math.floor(t), 0)} if t != math.floor(t) else {},
            "BouncingBall": lambda t: {"h": (ball(t), 1e-6)} if t < 2.4 else {"h": (0, 1e-2)},  # lies still from some speed on
            "Resource": lambda t: {"y": (97, 0)},
            "StateSpace": lambda t: {f"x[{i}]": (i * (math.exp(t) - 1), 1e-7 * math.exp(t)) for i in (1, 2, 3)},
            "Feedthrough": lambda t: {"Float64_continuous_output": (0.5 * t, 1e-12)},
            "Roberts": lambda t: {"y1": (reaction[0], 1e-10), "y2": (reaction[1], 1e-15), "y3": (1 - sum(reaction), 1e-10)} if t == 1e8 else {}}


def by_euler():
    """Co-Simulation makes steps of fixed length by explicit Euler inside."""
    van_der_pol = euler(*VAN_DER_POL, 1e-2, 2000)
    falling = {round(1e-3 * n, 9): 1 - 9.81 * 1e-6 * n * (n - 1) / 2 for n in range(0, 440)}
    return {"Dahlquist": lambda t: {"x": (0.9 ** round(t / 0.1), 1e-9)},
            "VanDerPol": lambda t: {"x0": (van_der_pol[0], 1e-9), "x1": (van_der_pol[1], 1e-9)} if t == 20 else {},
            "Stair": lambda t: {"counter": (1 + math.floor(t), 0)} if abs(t - round(t)) > 1e-6 else {},
            "BouncingBall": lambda t: {"h": (falling[round(t, 9)], 1e-9)} if round(t, 9) in falling else {},
            "Resource": lambda t: {"y": (97, 0)},
            "StateSpace": lambda t: {f"x[{i}]": (i * (1.001 ** round(t / 1e-3) - 1), 1e-6 * math.exp(t)) for i in (1, 2, 3)},
            "Feedthrough": lambda t: {"Float64_continuous_output": (0.5 * t, 1e-12)} if t == 2 else {}}


def define(test, sunder, answer, expect, rows):
    def compare(path, kind, wanted, result):
        compared = 0
        for row in rows(result):
            for variable, (value, within) in wanted(float(row["time"])).items():
                compared += 1
                expect(abs(float(row[variable]) - value) <= within,
                       f"{path} as {kind}: {variable} is {row[variable]} instead of {value} at {row['time']}")
        expect(compared > 0, f"{path} as {kind}: nothing is compared")

    def signals_of(path, folder):
        """A file that drives one input and leaves the others where they begin."""
        numbers = [v for v in answer("info", path)["variables"] if v["causality"] == "input" and v["type"] not in ("String", "Binary", "Clock")]
        starts = [{"true": "1", "false": "0"}.get(v["start"], v["start"]) or "0" for v in numbers]
        signal = os.path.join(folder, "signal.csv")
        with open(signal, "w") as file:
            file.write(",".join(["time", *(v["name"] for v in numbers)]) + "\n")
            for time in (0, 2):
                file.write(",".join([str(time), *(str(time / 2) if v["name"] == "Float64_continuous_input" else s for v, s in zip(numbers, starts))]) + "\n")
        return signal

    @test
    def reference_fmus_give_the_solutions_of_their_equations(folder):
        folders = [part for part in os.environ.get("SUNDER_REFERENCE_FMUS", "").split(":") if part]
        files = [path for part in folders for path in sorted(glob.glob(os.path.join(part, "*.fmu")))]
        if not files:
            return "the Reference-FMUs are not there (SUNDER_REFERENCE_FMUS names the folders)"
        solutions = {"me": exact(), "cs": by_euler()}
        for path in files:
            name = os.path.basename(path)[:-4]
            done = sunder("validate", path, seconds=300)  # Roberts makes many steps
            if name == "Roberts":  # its y3 = 1 - y1 - y2 declares no dependencies
                expect(done.returncode == 1 and "'y3' depends on 'y1', which is not declared" in done.stderr, done.stderr)
            else:
                expect(done.returncode == 0, f"{path}: {done.stdout}{done.stderr}")
            for kind in ("me", "cs") if name != "Roberts" else ("me",):  # whose own steps would be 1e14 of them
                result = os.path.join(folder, "result.csv")
                more = ["--method", "cvode", "--tolerance", "1e-10"] if kind == "me" else ["--intervals", {"Stair": "50", "Feedthrough": "20"}.get(name, "100")]  # no shorter than theirs
                if name == "Feedthrough":
                    more += ["--input", signals_of(path, folder)]
                done = sunder("simulate", path, "--fmu-kind", kind, "--output", result, *more)
                if name == "Clocks":  # Scheduled Execution only
                    expect(done.returncode == 1 and "E1208" in done.stderr, done.stderr)
                    continue
                expect(done.returncode == 0, f"{path} as {kind}: {done.stderr}")
                compare(path, kind, solutions[kind][name], result)
        return None
