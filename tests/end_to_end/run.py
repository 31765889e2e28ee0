#!/usr/bin/env python3
"""The command line as users run it: exit statuses, hostile files, interruption, files it writes.

usage: run.py SUNDER
"""
import json
import os
import pathlib
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUNDER = str(pathlib.Path(sys.argv[1]).resolve())
MOTOR = str(ROOT / "examples/DCMotor.mo")
PATIENCE = int(os.environ.get("TEST_PATIENCE", "1"))  # how many times slower than usual the program may be (sanitizers set it)
tests = []


def test(function):
    tests.append(function)
    return function


def sunder(*arguments, seconds=60, cwd=None):
    done = subprocess.run([SUNDER, *map(str, arguments)], capture_output=True, timeout=seconds * PATIENCE, cwd=cwd)
    done.out, done.err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    return done


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def refused(folder, name, text, code, where=None, command="check", seconds=120):
    """The file is refused with exit status 1, the code, and the place, without hanging; as text and as JSON."""
    path = pathlib.Path(folder) / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = sunder(command, path, seconds=seconds)
    expect(done.returncode == 1, f"exit status {done.returncode}: {done.err[:300]}")
    expect(f"error[{code}]" in done.err, f"no {code} in: {done.err[:500]}")
    expect(max(map(len, done.err.split("\n"))) < 400, "a line of the message is very long")
    if where:
        expect(f"{path}:{where}: error[{code}]" in done.err, f"not at {where}: {done.err[:500]}")
    document = json.loads(sunder(command, path, "--json", seconds=seconds).out)
    expect(any(d["code"] == code for d in document["diagnostics"]), "the JSON lacks the diagnostic")
    return done.err


@test
def missing_file(folder):
    done = sunder("check", folder + "/nothing.mo")
    expect(done.returncode == 1 and "E0001" in done.err and "nothing.mo" in done.err, done.err)


@test
def directory_instead_of_file(folder):
    done = sunder("check", folder)
    expect(done.returncode == 1 and "E0001" in done.err, done.err)


@test
def binary_garbage(folder):
    refused(folder, "garbage.mo", random.Random(1).randbytes(200000), "E0002")


@test
def empty_file(folder):
    refused(folder, "empty.mo", "", "E0004")


@test
def ten_megabyte_line(folder):
    line = "model Long\n  Real x;\nequation\n  x = 1" + " + 1" * 2_500_000 + " + y;\nend Long;\n"
    refused(folder, "long.mo", line, "E0201")


@test
def hundred_thousand_parentheses(folder):
    text = "model Deep\n  Real x = " + "(" * 100_000 + "1" + ")" * 100_000 + ";\nend Deep;\n"
    error = refused(folder, "deep.mo", text, "E0104")
    expect("deep.mo:2:" in error, error[:300])


@test
def million_term_sum_is_fine(folder):
    path = pathlib.Path(folder) / "sum.mo"
    path.write_text("model Sum\n  Real x = time" + " + time" * 200_000 + ";\nend Sum;\n")
    done = sunder("check", path)
    expect(done.returncode == 0, done.err[:300])


@test
def unknown_variable(folder):
    error = refused(folder, "m.mo", "model M\n  Real speed;\nequation\n  der(speed) = -sped;\nend M;\n", "E0201", "4:17")
    expect("did you mean 'speed'?" in error, error)


@test
def unbalanced(folder):
    too_few = refused(folder, "few.mo", "model M\n  Real x, y;\nequation\n  der(x) = y;\nend M;\n", "E0401")
    expect("y" in too_few and "few.mo:2:" in too_few, too_few)
    refused(folder, "many.mo", "model M\n  Real x;\nequation\n  der(x) = 1;\n  x = time;\nend M;\n", "E0401")


@test
def type_error(folder):
    refused(folder, "m.mo", 'model M\n  Real x = 1 + "a";\nend M;\n', "E0204", "2:16")
    refused(folder, "b.mo", "model M\n  Real x;\n  Boolean b = time > 1;\nequation\n  x = b;\nend M;\n", "E0204", "5:3")


@test
def division_by_zero_at_run_time(folder):
    path = pathlib.Path(folder) / "m.mo"
    path.write_text("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1/(time - 0.5);\n  annotation(experiment(StopTime = 1));\nend M;\n")
    for method in (["--method", "euler", "--step", "0.125"],):
        done = sunder("simulate", path, *method)
        expect(done.returncode == 3, f"{method}: exit status {done.returncode}: {done.err}")
        expect("m.mo:4:" in done.err and "0.5" in done.err, done.err)
    done = sunder("simulate", path, "--method", "euler", "--step", "0.125", "--json")
    expect(json.loads(done.out)["status"]["ok"] is False, "the JSON status says ok")


@test
def newton_failure_names_the_equation(folder):
    path = pathlib.Path(folder) / "m.mo"
    path.write_text("model M\n  Real x(start = 1, fixed = true);\n  Real y(start = 1);\nequation\n  der(x) = -2;\n  y^2 + 1 = x + 1;\n  annotation(experiment(StopTime = 1));\nend M;\n")
    done = sunder("simulate", path)
    expect(done.returncode == 3, f"exit status {done.returncode}: {done.err}")
    expect("m.mo:6:" in done.err, done.err)


@test
def unwritable_output(folder):
    for target in (folder + "/no/such/folder/r.csv", "/dev/full"):
        output = target
        if target == "/dev/full":
            output = folder + "/full.csv"
            os.symlink("/dev/full", output)
        done = sunder("simulate", MOTOR, "--output", output)
        expect(done.returncode == 1 and "E0003" in done.err, f"{output}: {done.returncode} {done.err}")
    done = sunder("report", MOTOR, "--output", folder + "/no/such/folder/r.html")
    expect(done.returncode == 1 and "E0003" in done.err, done.err)


@test
def unknown_ending_of_output(folder):
    done = sunder("simulate", MOTOR, "--output", folder + "/r.xyz")
    expect(done.returncode in (1, 2) and ".csv" in done.err, done.err)


@test
def wrong_command_lines(folder):
    for arguments in (["analyse", MOTOR], ["check"], ["simulate", MOTOR, "--metod", "euler"], ["simulate", MOTOR, "--step", "abc"],
                      ["simulate", MOTOR, "--method", "rk5"], ["check", MOTOR, "extra"], ["analyze", MOTOR, "--alpha", "2"]):
        done = sunder(*arguments)
        expect(done.returncode == 2, f"{arguments}: exit status {done.returncode}: {done.err}")
        expect(done.err.strip(), "no message")
    expect("analyze" in sunder("analyse", MOTOR).err, "no suggestion for analyse")
    listed = sunder("simulate", MOTOR, "--method", "rk5").err
    expect("mixed-euler" in listed and "rk4" in listed, "the valid methods are not listed")


@test
def help_of_every_command(folder):
    overview = sunder("--help")
    expect(overview.returncode == 0, "sunder --help fails")
    for command in ("check", "analyze", "simulate", "compare", "format", "report"):
        expect(command in overview.out, f"{command} is not in the help")
        done = sunder(command, "--help")
        expect(done.returncode == 0 and "usage: sunder " + command in done.out, done.err)
        expect(max(map(len, done.out.split("\n"))) <= 80, f"the help of {command} is wider than 80 columns")


@test
def text_fits_80_columns_and_has_no_colour_in_a_pipe(folder):
    for arguments in (["check", MOTOR], ["analyze", MOTOR], ["simulate", MOTOR], ["simulate", MOTOR, "--method", "mixed-euler", "--step", "0.2", "--compare", "cvode"],
                      ["report", MOTOR, "--output", folder + "/r.html"]):
        done = sunder(*arguments)
        expect(done.returncode == 0, done.err)
        expect("\x1b" not in done.out + done.err, "escape sequences in a pipe")
        widest = max(done.out.split("\n"), key=len)
        expect(len(widest) <= 80 or folder in widest, f"{arguments[0]}: wider than 80 columns: {widest}")
        expect(done.err == "", f"noise on standard error: {done.err}")


@test
def set_changes_parameters(folder):
    base = json.loads(sunder("simulate", MOTOR, "--json").out)["final"]["omega"]
    changed = json.loads(sunder("simulate", MOTOR, "--set", "u=250", "--set", "tau=5*200", "--json").out)["final"]["omega"]
    expect(changed < 0.6 * base, f"{changed} against {base}")
    done = sunder("simulate", MOTOR, "--set", "nothing=1")
    expect(done.returncode == 1 and "nothing" in done.err, done.err)
    done = sunder("simulate", MOTOR, "--set", "u=")
    expect(done.returncode == 1, done.err)


@test
def results_in_both_formats_agree(folder):
    csv, mat = folder + "/r.csv", folder + "/r.mat"
    expect(sunder("simulate", MOTOR, "--output", csv).returncode == 0, "csv")
    expect(sunder("simulate", MOTOR, "--output", mat).returncode == 0, "mat")
    document = json.loads(sunder("compare", csv, mat, "--json").out)
    expect(document["epsilon"] == 0 and len(document["variables"]) >= 3, document)


@test
def hostile_results_files(folder):
    good = pathlib.Path(folder) / "good.mat"
    expect(sunder("simulate", MOTOR, "--output", good).returncode == 0, "run")
    data = good.read_bytes()
    rng = random.Random(7)
    for i in range(60):
        broken = bytearray(data)
        if i % 2:
            broken = broken[:rng.randrange(len(broken))]
        else:
            for _ in range(8):
                broken[rng.randrange(min(len(broken), 2000))] = rng.randrange(256)
        path = pathlib.Path(folder) / "broken.mat"
        path.write_bytes(broken)
        done = sunder("compare", path, good)
        expect(done.returncode in (0, 1), f"exit status {done.returncode} for variant {i}")


@test
def interruption_keeps_the_results(folder):
    path = pathlib.Path(folder) / "slow.mo"
    path.write_text("model Slow\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Slow;\n")
    output = folder + "/r.csv"
    process = subprocess.Popen([SUNDER, "simulate", path, "--method", "euler", "--step", "1e-8", "--stop", "9", "--intervals", "900000", "--output", output],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(200):
        time.sleep(0.05)
        if os.path.exists(output) and os.path.getsize(output) > 5000:
            break
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20 * PATIENCE)
    expect(process.returncode == 128 + signal.SIGINT, f"ended with {process.returncode}")
    lines = open(output).read().split("\n")
    expect(lines[0] == 'time,"x","der(x)"' or lines[0].startswith("time"), lines[0])
    expect(len(lines) > 10 and lines[-1] == "", "the file is cut in the middle of a line")
    expect(sunder("compare", output, output).returncode == 0, "the file cannot be read")


@test
def report_page(folder):
    path = folder + "/motor.html"
    done = sunder("report", MOTOR, "--output", path, "--reproducible")
    expect(done.returncode == 0, done.err)
    page = open(path, encoding="utf-8").read()
    start = page.index('id="report-data">') + len('id="report-data">')
    data = json.loads(page[start:page.index("</script>", start)])
    expect(data["model"] == "DCMotor" and len(data["runs"]) == 4, "data of the page")
    expect("https://" not in page.replace("https://www.w3.org", "") and "http://" not in page.replace("http://www.w3.org", ""), "the page names the network")
    browser = shutil.which("chromium")
    expect(browser, "chromium is not installed")
    shown = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
                            "--disable-sync", f"--user-data-dir={folder}/profile", "--virtual-time-budget=5000", "--dump-dom", "file://" + path],
                           capture_output=True, timeout=120 * PATIENCE).stdout.decode("utf-8", "replace")
    for piece in ("DCMotor", "<svg", "omega", "mixed-mode Euler", "CVODE-BDF", "implicit Euler", "explicit Euler"):
        expect(piece in shown, f"the page does not show {piece}")


@test
def reports_are_reproducible(folder):
    pages = []
    for name in ("a", "b"):
        expect(sunder("report", MOTOR, "--output", f"{folder}/{name}.html", "--reproducible").returncode == 0, name)
        page = open(f"{folder}/{name}.html", encoding="utf-8").read()
        start = page.index('id="report-data">') + len('id="report-data">')
        data = json.loads(page[start:page.index("</script>", start)])
        data.pop("options")
        for run in data["runs"]:
            run.pop("seconds")
        pages.append(data)
    expect(pages[0] == pages[1], "two reports differ")


@test
def analysis_of_a_large_model_is_short_and_quick(folder):
    """100 000 states in three groups of pace: a page of text, a page of HTML that a browser can open."""
    path = pathlib.Path(folder) / "large.mo"
    path.write_text("model Large\n  parameter Integer n = 33334;\n  Real a[n](each start = 1, each fixed = true), b[n](each start = 0, each fixed = true), c[n](each start = 0, each fixed = true);\n"
                    "equation\n  for i in 1:n loop\n    der(a[i]) = -1e4*(1 + i/n)*a[i] + b[i];\n    der(b[i]) = -10*b[i] + a[i] + c[i];\n    der(c[i]) = -0.01*c[i] + 0.001*b[i];\n  end for;\n"
                    "  annotation(experiment(StopTime = 1));\nend Large;\n")
    started = time.time()
    done = sunder("analyze", path, seconds=60)
    expect(done.returncode == 0, done.err[:500])
    expect(time.time() - started < 30, f"{time.time() - started} s")
    lines = done.out.split("\n")
    expect(len(lines) < 80, f"{len(lines)} lines")
    expect(max(map(len, lines)) <= 80, max(lines, key=len))
    expect("100002 states" in lines[0] and "(99972 more)" in done.out, lines[0])
    expect("3  " in done.out and "implicitly" in done.out and "the tallest column" in done.out, done.out)
    document = json.loads(sunder("analyze", path, "--parts", "3", "--json", seconds=60).out)
    expect([len(cluster) for cluster in document["partition"]["clusters"]] == [33334] * 3, "clusters")
    expect(document["partition"]["cluster_count"] == 3 and len(document["variables"]) == 100002, "counts")


@test
def partition_options_work_in_every_command(folder):
    for option in (["--parts", "2"], ["--slowest-of-interest", "0.2"], ["--fast", "I"]):
        fast = set()
        for arguments in (["analyze", MOTOR], ["simulate", MOTOR, "--method", "mixed-euler"], ["report", MOTOR, "--output", folder + "/r.html"]):
            done = sunder(*arguments, *option, "--json")
            expect(done.returncode == 0, f"{arguments[0]} {option}: {done.err}")
            document = json.loads(done.out)
            fast.add(tuple(document.get("analysis", document)["partition"]["fast"]))
        expect(fast == {("I",)}, f"{option}: {fast}")
    for wrong in (["--parts", "5"], ["--slowest-of-interest", "-1"], ["--parts", "2", "--fast", "I"]):
        for command in (["analyze"], ["simulate", "--method", "mixed-euler"], ["report", "--output", folder + "/r.html"]):
            done = sunder(command[0], MOTOR, *command[1:], *wrong)
            expect(done.returncode == 1 and "error[E080" in done.err, f"{command[0]} {wrong}: {done.returncode} {done.err}")


@test
def page_of_a_large_model_stays_small(folder):
    path = pathlib.Path(folder) / "row.mo"
    path.write_text("model Row\n  parameter Integer n = 3000;\n  Real x[n](each start = 0, each fixed = true);\nequation\n  der(x[1]) = 1 - 2*x[1] + x[2];\n"
                    "  for i in 2:n-1 loop\n    der(x[i]) = x[i-1] - 2*x[i] + x[i+1];\n  end for;\n  der(x[n]) = x[n-1] - 2*x[n];\n  annotation(experiment(StopTime = 2));\nend Row;\n")
    done = sunder("report", path, "--output", folder + "/row.html", "--json", seconds=120)
    expect(done.returncode == 0, done.err[:500])
    data = json.loads(done.out)
    expect("envelopes" not in data and "fast" not in data["analysis"]["partition"], "a large model in full")
    expect(all(len(v["cycle"]) <= 8 for v in data["analysis"]["variables"]), "long cycles in full")
    expect(os.path.getsize(folder + "/row.html") < 40e6, f"{os.path.getsize(folder + '/row.html')} bytes")


@test
def killed_runs_leave_whole_lines(folder):
    """Ctrl-C, a polite end and a rude one: the results file can be read, and memory does not grow with it."""
    path = pathlib.Path(folder) / "slow.mo"
    path.write_text("model Slow\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Slow;\n")
    for ending in ("csv", "mat"):
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            output = f"{folder}/{sent.name}.{ending}"
            process = subprocess.Popen([SUNDER, "simulate", path, "--method", "euler", "--step", "1e-7", "--stop", "50", "--output", output], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            memory = []
            for wanted in (1_000_000, 20_000_000):
                for _ in range(400):
                    time.sleep(0.02)
                    if os.path.exists(output) and os.path.getsize(output) > wanted:
                        break
                memory.append(int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * 4096)
            process.send_signal(sent)
            process.communicate(timeout=20 * PATIENCE)
            expect(process.returncode == (-sent if sent == signal.SIGKILL else 128 + sent), f"ended with {process.returncode}")
            expect(memory[1] < memory[0] + 5_000_000, f"memory grows: {memory}")
            if ending == "csv":
                with open(output, "rb") as file:
                    file.seek(-1, os.SEEK_END)
                    expect(file.read() == b"\n", f"{sent.name}: cut in the middle of a line")
            done = sunder("compare", output, output)
            expect(done.returncode == 0, f"{sent.name} {ending}: {done.err}")


def mat_matrices(path):
    """The matrices of a MAT file of version 4 by name, as lists of rows."""
    data, at, out = pathlib.Path(path).read_bytes(), 0, {}
    while at < len(data):
        kind, rows, columns, imaginary, length = struct.unpack_from("<5i", data, at)
        expect(kind == 0 and imaginary == 0, f"{path}: a matrix of kind {kind}")
        name = data[at + 20:at + 20 + length - 1].decode()
        values = struct.unpack_from(f"<{rows * columns}d", data, at + 20 + length)
        at += 20 + length + 8 * rows * columns
        out[name] = [[values[c * rows + r] for c in range(columns)] for r in range(rows)]
    return out


@test
def matrices_in_mat_files_are_those_of_json(folder):
    path = pathlib.Path(folder) / "m.mo"
    path.write_text("model M\n  input Real u(start = 2);\n  output Real y;\n  Real a(start = 1, fixed = true), b(start = 3, fixed = true);\n"
                    "equation\n  der(a) = u - a^2;\n  der(b) = a*u - 5*b;\n  y = b + 3*u + a;\nend M;\n")
    done = sunder("linearize", path, "--at", "steady", "--output", folder + "/full.mat", "--json")
    expect(done.returncode == 0, done.err)
    full, found = json.loads(done.out), mat_matrices(folder + "/full.mat")
    expect(found == {name.upper(): full[name] for name in "abcd"}, f"{found} and {full}")
    done = sunder("reduce", path, "--at", "steady", "--order", "1", "--output", folder + "/small.mat", "--json")
    small, found = json.loads(done.out)["matrices"], mat_matrices(folder + "/small.mat")
    expect(found == {name.upper(): small[name] for name in "abcd"}, f"{found} and {small}")
    # matrices in discrete time say how long a sample lasts
    (pathlib.Path(folder) / "d.json").write_text('{"a": [[0.5, 0.1], [0, 0.2]], "b": [[1], [1]], "c": [[1, 1]], "sample_time": 0.125}')
    done = sunder("reduce", folder + "/d.json", "--order", "1", "--output", folder + "/d.mat", "--json")
    expect(done.returncode == 0 and mat_matrices(folder + "/d.mat")["Ts"] == [[0.125]], done.err)


@test
def documents_of_reductions_stand_alone(folder):
    (pathlib.Path(folder) / "m.json").write_text('{"a": [[-1, 0.2], [0, -10]], "b": [[1], [1]], "c": [[1, 1]]}')
    pages = []
    for name in ("a.html", "b.html"):
        done = sunder("reduce", folder + "/m.json", "--order", "1", "--report", f"{folder}/{name}")
        expect(done.returncode == 0 and not done.err, done.err)
        pages.append((pathlib.Path(folder) / name).read_text())
    expect(pages[0] == pages[1], "the document differs from run to run")
    for wanted in ("true error", "Singular values", "Frequency response", "Step response", "model mReduced", "<polyline"):
        expect(wanted in pages[0], f"no {wanted}")
    for unwanted in ("<script", "src=", "https://", "nan,", "inf,"):
        expect(unwanted not in pages[0], f"{unwanted} in the document")


@test
def sweeps(folder):
    table = folder + "/sweep.csv"
    command = ["simulate", MOTOR, "--sweep", "J=500:2000:4", "--sweep", "u=400,500", "--intervals", "10", "--output", table]
    done = sunder(*command, "--threads", "2", "--json")
    expect(done.returncode == 0, done.err)
    document = json.loads(done.out)
    expect([r["parameters"]["J"] for r in document["runs"]] == ["500", "500", "1000", "1000", "1500", "1500", "2000", "2000"], str(document["runs"])[:300])
    lines = open(table).read().splitlines()
    expect(lines[0].startswith('"J","u",time,"I"') and len(lines) == 1 + 8 * 11, f"{len(lines)} lines: {lines[0]}")
    single = json.loads(sunder("simulate", MOTOR, "--set", "J=1500", "--set", "u=400", "--intervals", "10", "--json").out)
    expect(document["runs"][4]["final"]["omega"] == single["final"]["omega"], "a run of a sweep differs from the same run alone")
    first = open(table).read()
    sunder(*command, "--threads", "1")
    expect(open(table).read() == first, "the number of threads changes the table")
    expect(sorted(os.listdir(folder)) == ["sweep.csv"], f"left behind: {os.listdir(folder)}")
    done = sunder("simulate", MOTOR, "--sweep", "J=0,1500", "--output", table)
    expect(done.returncode == 1 and "with J = 0:" in done.err and "E0644" in done.err, done.err)
    expect(open(table).read().count("\n1500,") > 10, "the run that went well is lost")
    done = sunder("simulate", ROOT / "examples/HeatExchanger004.mo", "--sweep", "N=2,3")
    expect(done.returncode == 1 and "HeatExchanger004.mo:3:" in done.err and "E0643" in done.err, done.err)
    for wrong in ("J", "J=1:2", "J=1,x"):
        expect(sunder("simulate", MOTOR, "--sweep", wrong).returncode == 2, wrong)


@test
def interrupted_sweep_keeps_finished_runs(folder):
    table = folder + "/sweep.csv"
    process = subprocess.Popen([SUNDER, "simulate", MOTOR, "--method", "euler", "--step", "1e-5", "--intervals", "100", "--sweep", "J=500:2000:400", "--threads", "2", "--output", table],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(400):
        time.sleep(0.02)
        if os.path.exists(table) and os.path.getsize(table) > 20000:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20 * PATIENCE)
    expect(process.returncode == 128 + signal.SIGINT and b"E0008" in err, f"{process.returncode}: {err[:300]}")
    lines = open(table).read().splitlines()
    expect(len(lines) > 101 and (len(lines) - 1) % 101 == 0, f"{len(lines)} lines are not whole runs")
    expect(os.listdir(folder) == ["sweep.csv"], f"left behind: {os.listdir(folder)}")


@test
def starting_from_a_file(folder):
    """A run in two halves is the run in one, discrete variables included."""
    grid = str(ROOT / "examples/SmartGrid.mo")
    whole = json.loads(sunder("simulate", grid, "--stop", "4", "--tolerance", "1e-9", "--json").out)
    for half in (folder + "/half.mat", folder + "/half.csv"):
        sunder("simulate", grid, "--stop", "2", "--tolerance", "1e-9", "--output", half)
        done = sunder("simulate", grid, "--start", "2", "--stop", "4", "--tolerance", "1e-9", "--initial-from", half, "--json")
        expect(done.returncode == 0, done.err)
        rest = json.loads(done.out)
        for name in ("T[1]", "w_inertia", "x_PI", "calls[1]", "calls[2]", "calls[3]"):
            expect(abs(rest["final"][name] - whole["final"][name]) < 1e-5 * (1 + abs(whole["final"][name])), f"{half}: {name} is {rest['final'][name]}, not {whole['final'][name]}")
    table = pathlib.Path(folder) / "start.txt"
    table.write_text("I = 100\nomega = 50\n")
    done = sunder("simulate", MOTOR, "--initial-from", table, "--stop", "0", "--json")
    expect(done.returncode == 0 and "W0642" in done.err and "phi" in done.err, done.err)
    expect(json.loads(done.out)["final"]["I"] == 100, "not from the table")
    table.write_text("I = 100\nomga = 50\n")
    done = sunder("simulate", MOTOR, "--initial-from", table)
    expect(done.returncode == 1 and "E0641" in done.err and "did you mean 'omega'" in done.err, done.err)


@test
def options_that_do_not_fit_the_method(folder):
    for option in (["--fast", "I"], ["--parts", "2"], ["--slowest-of-interest", "0.1"]):
        done = sunder("simulate", MOTOR, "--method", "rk4", "--step", "0.01", *option)
        expect(done.returncode == 2 and "E0610" in done.err and option[0] in done.err, f"{option}: {done.returncode} {done.err}")


@test
def events_on_the_grid_are_labelled(folder):
    ball = str(ROOT / "examples/BouncingBall.mo")
    run = ["simulate", ball, "--method", "euler", "--step", "0.01", "--stop", "1", "--events", "grid"]
    done = sunder(*run, "--output", folder + "/r.csv")
    expect("not located" in done.out, done.out)
    expect(open(folder + "/r.csv").readline().startswith("# events at the ends of steps only"), "the CSV file does not say so")
    expect(json.loads(sunder(*run, "--json", "--output", folder + "/r.mat").out)["events"] == "grid", "the JSON does not say so")
    # text matrices are stored by columns: every n-th byte belongs to one text
    content = open(folder + "/r.mat", "rb").read()
    words = {content[a:a + 60 * n:n] for n in range(2, 40) for a in range(0, 600)}
    expect(any(w.startswith(b"Time [s]; events at the ends of steps") for w in words) or b"Time [s]; events at the ends of steps" in content, "the MAT file does not say so")
    expect("no comparison at equal accuracy" in sunder(*run, "--compare", "cvode").out, "a comparison that should not be trusted")


@test
def interrupted_sampling_shows_what_was_done(folder):
    rooms = str(ROOT / "examples/FourRooms.mo")
    process = subprocess.Popen([SUNDER, "reduce", rooms, "--switched", "--samples", "20000", "--order", "8"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60 * PATIENCE)
    expect(process.returncode == 130, f"exit status {process.returncode}")
    expect(b"E0008" in err and b"of 20000 realisations" in err, err[:500])
    expect(b"before any realisation" in err or b"balanced with" in out, out[:500])


@test
def four_rooms_as_a_reduced_model(folder):
    """With all states the text that is written runs like the example; the numbers do not depend on the threads."""
    rooms = str(ROOT / "examples/FourRooms.mo")
    reduced = folder + "/eight.mo"
    run = ["reduce", rooms, "--switched", "--order", "8", "--map", "free-evolution", "--input", "amplitude=4",
           "--input", "period=86400", "--input", "stop=20000", "--samples", "6", "--output", reduced, "--json"]
    first, second = (json.loads(sunder(*run, "--threads", n).out) for n in (1, 3))
    expect(first == second, "the number of threads changes the result")
    expect(len(first["modes"]) == 64 and first["dynamics"] == 15, f"{len(first['modes'])} modes, {first['dynamics']} dynamics")
    for label, distances in first["scenario"]["rho"].items():
        expect(distances[0] < 1e-6, f"{label}: {distances}")
    for path, result in ((rooms, folder + "/full.csv"), (reduced, folder + "/eight.csv")):
        done = sunder("simulate", path, "--stop", "20000", "--intervals", "200", "--tolerance", "1e-9", "--output", result)
        expect(done.returncode == 0, done.err)
    columns = []
    for result in (folder + "/full.csv", folder + "/eight.csv"):
        lines = [line for line in open(result) if not line.startswith("#")]
        names = [name.strip('"') for name in lines[0].strip().split(",")]
        places = [names.index(f"T[{i}]") for i in (1, 2, 3, 4)]
        last = {float(line.split(",")[0]): line.split(",") for line in lines[1:]}
        columns.append({t: [float(row[p]) for p in places] for t, row in last.items()})
    common = sorted(set(columns[0]) & set(columns[1]))
    expect(len(common) > 150, "the runs have too few times in common")
    worst = max(abs(a - b) for t in common for a, b in zip(columns[0][t], columns[1][t]))
    expect(worst < 1e-4, f"the temperatures are {worst} apart")
    compared = sunder("compare", folder + "/full.csv", folder + "/eight.csv", "--json")
    expect({"T[1]", "T[2]", "T[3]", "T[4]"} <= {v["name"] for v in json.loads(compared.out)["variables"]}, compared.out[:500])


@test
def gallery_of_some_examples(folder):
    done = subprocess.run([sys.executable, ROOT / "tools/gallery", SUNDER, folder, "--only", "DCMotor,BouncingBall"], capture_output=True, text=True, timeout=120 * PATIENCE)
    expect(done.returncode == 0, done.stderr)
    page = open(folder + "/index.html").read()
    expect(page.count("<article>") == 2 and page.count("<svg") == 4 and 'href="DCMotor.html"' in page, page[:500])
    expect(os.path.getsize(folder + "/DCMotor.html") > 50000, "no report beside it")
    expect("http:" not in page and "https:" not in page, "the page loads something")


@test
def back_ends_agree_on_every_model(folder):
    """Interpreter and machine code give the same bits on every model of the cases and examples that can be run."""
    compared = 0
    for path in sorted([*(ROOT / "tests/cases").rglob("*.mo"), *(ROOT / "examples").glob("*.mo"), *(ROOT / "bench/models").glob("*.mo")]):
        finals = []
        for back_end in ("interpreter", "llvm"):
            done = sunder("simulate", path, "--method", "rk4", "--step", "0.001", "--stop", "0.02", "--start", "0", "--json", "--back-end", back_end)
            expect(done.returncode in (0, 1, 3), f"{path.name}: exit status {done.returncode}")
            finals.append(json.loads(done.out).get("final") if done.returncode == 0 else done.returncode)
        expect(finals[0] == finals[1], f"{path.name}: the back ends differ")
        compared += isinstance(finals[0], dict)
    expect(compared >= 10, f"only {compared} models could be run")


@test
def format_keeps_a_file_it_cannot_parse(folder):
    path = pathlib.Path(folder) / "bad.mo"
    path.write_text("model M Real x end M;")
    expect(sunder("format", path, "--write").returncode == 1, "accepted")
    expect(path.read_text() == "model M Real x end M;", "the file was changed")


def main():
    failed = 0
    for function in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(folder)
            except (AssertionError, subprocess.TimeoutExpired, KeyError, ValueError) as error:
                failed += 1
                print(f"{function.__name__}: {type(error).__name__}: {str(error)[:1500]}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
