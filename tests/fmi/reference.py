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


def define(test, sunder, expect, rows):
    @test
    def reference_fmus_give_the_solutions_of_their_equations(folder):
        folders = [part for part in os.environ.get("SUNDER_REFERENCE_FMUS", "").split(":") if part]
        files = [path for part in folders for path in sorted(glob.glob(os.path.join(part, "*.fmu")))]
        if not files:
            return "the Reference-FMUs are not there (SUNDER_REFERENCE_FMUS names the folders)"
        van_der_pol = integrate(lambda x: [x[1], (1 - x[0] * x[0]) * x[1] - x[0]], [2, 0], 20)
        wanted = {"Dahlquist": {"x": math.exp(-10)}, "VanDerPol": {"x0": van_der_pol[0], "x1": van_der_pol[1]}, "Stair": {"counter": 10},
                  "BouncingBall": {"h": 0, "v": 0}}
        x, y = 2.0, 0.0
        for _ in range(2000):
            x, y = x + 1e-2 * y, y + 1e-2 * ((1 - x * x) * y - x)
        by_euler = {"Dahlquist": {"x": 0.9 ** 100}, "VanDerPol": {"x0": x, "x1": y}}
        for path in files:
            name = os.path.basename(path)[:-4]
            done = sunder("validate", path, seconds=300)  # Roberts makes many steps
            if name == "Roberts":  # its y3 = 1 - y1 - y2 declares no dependencies
                expect(done.returncode == 1 and "'y3' depends on 'y1', which is not declared" in done.stderr, done.stderr)
            else:
                expect(done.returncode == 0, f"{path}: {done.stdout}{done.stderr}")
            for kind in ("me", "cs") if name != "Roberts" else ("me",):  # whose own steps would be 1e11 of them
                result = os.path.join(folder, "result.csv")
                done = sunder("simulate", path, "--fmu-kind", kind, "--output", result, *(["--method", "cvode", "--tolerance", "1e-9"] if kind == "me" else []))
                if name == "Clocks":  # Scheduled Execution only
                    expect(done.returncode == 1 and "E1208" in done.stderr, done.stderr)
                    continue
                expect(done.returncode == 0, f"{path} as {kind}: {done.stderr}")
                end = rows(result)[-1]
                if kind == "cs":  # fixed steps of explicit Euler inside, which are theirs
                    for variable, value in by_euler.get(name, {}).items():
                        expect(abs(float(end[variable]) - value) <= 1e-9, f"{path} as {kind}: {variable} ends at {end[variable]} instead of {value}")
                    continue
                for variable, value in wanted.get(name, {}).items():
                    expect(abs(float(end[variable]) - value) <= 1e-5, f"{path}: {variable} ends at {end[variable]} instead of {value}")
        return None
