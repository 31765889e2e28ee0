#!/usr/bin/env python3
"""The command line as users run it: exit statuses, hostile files, interruption, files it writes.

usage: run.py SUNDER [PATTERN]      only tests whose names contain PATTERN
"""
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import stat
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


def without_address_sanitizer(function):
    """Tests that limit the memory of the program: the sanitizer reserves terabytes of addresses for itself."""
    function.without_address_sanitizer = True
    return function


def sunder(*arguments, seconds=60, cwd=None):
    done = subprocess.run([SUNDER, *map(str, arguments)], capture_output=True, timeout=seconds * PATIENCE, cwd=cwd)
    done.out, done.err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    return done


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def processor_seconds(pid):
    """of a process that goes on"""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


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
def printed_commands_find_the_library(folder):
    """What choose and the report say repeats the run is typed as it stands, for a model of a library and for one that uses it."""
    shelf = pathlib.Path(folder) / "my shelf"
    shelf.mkdir()
    (shelf / "Parts.mo").write_text("package Parts\n  model Decay\n    parameter Real k = 3;\n"
                                    "    Real x(start = 1, fixed = true);\n  equation\n    der(x) = -k*x;\n"
                                    "    annotation(experiment(StopTime = 1));\n  end Decay;\nend Parts;\n")
    (pathlib.Path(folder) / "User.mo").write_text("model User\n  Parts.Decay d(k = 2);\n"
                                                  "  annotation(experiment(StopTime = 1));\nend User;\n")
    for words in (["User.mo", "--library", "my shelf"], ["--library", "my shelf", "--model", "Parts.Decay"]):
        chosen = sunder("choose", *words, cwd=folder)
        expect(chosen.returncode == 0, chosen.err)
        command = json.loads(sunder("choose", *words, "--json", cwd=folder).out)["command"]
        expect("--library 'my shelf'" in command, f"no library in: {command}")
        expect(command in chosen.out.replace("\n", " ") or command in chosen.out, f"{command} is not in: {chosen.out}")
        done = subprocess.run(command.replace("sunder", SUNDER, 1), shell=True, cwd=folder, capture_output=True, text=True)
        expect(done.returncode == 0 and "reached the stop time" in done.stdout, f"{command}: {done.stderr}")
        expect(sunder("report", *words, "--output", "page.html", cwd=folder).returncode == 0, "no report")


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
    expect(data["model"] == "DCMotor" and [run["id"] for run in data["runs"]] == ["auto", "mixed-euler", "cvode", "implicit-euler", "euler"], "data of the page")
    expect(data["audit"]["verdict"] == "estimated" and data["runs"][0]["accuracy"]["range"] < 1e-3, "the chosen run")
    expect(data["command"] == f"sunder simulate {MOTOR}" and all(one["measured"] for one in data["plan"]["candidates"]), "the plan")
    expect("https://" not in page.replace("https://www.w3.org", "") and "http://" not in page.replace("http://www.w3.org", ""), "the page names the network")
    browser = shutil.which("chromium")
    expect(browser, "chromium is not installed")
    shown = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
                            "--disable-sync", f"--user-data-dir={folder}/profile", "--virtual-time-budget=5000", "--dump-dom", "file://" + path],
                           capture_output=True, timeout=120 * PATIENCE).stdout.decode("utf-8", "replace")
    for piece in ("DCMotor", "<svg", "omega", "How it was run", "sunder simulate", "chosen: rosenbrock", "mixed-mode Euler", "CVODE-BDF", "implicit Euler", "explicit Euler"):
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
        data["plan"]["coarse"].pop("seconds")
        measured = [one["measured"] for one in data["plan"]["candidates"]]
        for run in [*data["runs"], *data["audit"]["runs"], *data["plan"]["candidates"], *measured]:
            run.pop("seconds")
        pages.append(data)
    expect(pages[0] == pages[1], "two reports differ")


@test
def analysis_of_a_large_model_is_short(folder):
    """100 000 states in three groups of pace: a page of text, a page of HTML that a browser can open."""
    path = pathlib.Path(folder) / "large.mo"
    path.write_text("model Large\n  parameter Integer n = 33334;\n  Real a[n](each start = 1, each fixed = true), b[n](each start = 0, each fixed = true), c[n](each start = 0, each fixed = true);\n"
                    "equation\n  for i in 1:n loop\n    der(a[i]) = -1e4*(1 + i/n)*a[i] + b[i];\n    der(b[i]) = -10*b[i] + a[i] + c[i];\n    der(c[i]) = -0.01*c[i] + 0.001*b[i];\n  end for;\n"
                    "  annotation(experiment(StopTime = 1));\nend Large;\n")
    done = sunder("analyze", path, seconds=60)
    expect(done.returncode == 0, done.err[:500])
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
    whole = json.loads(sunder("simulate", grid, "--method", "cvode", "--stop", "4", "--tolerance", "1e-9", "--json").out)
    for half in (folder + "/half.mat", folder + "/half.csv"):
        sunder("simulate", grid, "--method", "cvode", "--stop", "2", "--tolerance", "1e-9", "--output", half)
        done = sunder("simulate", grid, "--method", "cvode", "--start", "2", "--stop", "4", "--tolerance", "1e-9", "--initial-from", half, "--json")
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
def interrupted_on_the_way_to_an_operating_point(folder):
    """An oscillator needs for ever to come so far."""
    model = pathlib.Path(folder) / "swing.mo"
    model.write_text("model Swing\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n  der(x) = v;\n  der(v) = -x;\nend Swing;\n")
    for command in ("linearize", "analyze"):
        process = subprocess.Popen([SUNDER, command, str(model), "--at", "9007199254740993"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60 * PATIENCE)
        expect(process.returncode == 130 and (b"E0613" in err or b"E0008" in err), f"{command}: {process.returncode}: {err[:300]}")


@test
def interrupted_in_the_coarse_run_and_in_the_audit(folder):
    """What there is by then is kept, and nothing is called checked that is not."""
    output = pathlib.Path(folder) / "r.csv"
    model = pathlib.Path(folder) / "swing.mo"
    text = "model Swing\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n  der(x) = v;\n  der(v) = -x*1e4;\nend Swing;\n"
    model.write_text(text)
    dense = pathlib.Path(folder) / "dense.mo"
    dense.write_text("model Dense\n  discrete Real n(start = 0, fixed = true);\n  Real x[50](each start = 1, each fixed = true);\nequation\n  der(x) = -x;\n  when sample(0, 1e-7) then\n    n = pre(n) + 1;\n  end when;\nend Dense;\n")
    process = subprocess.Popen([SUNDER, "simulate", dense, "--stop", "1e3", "--output", output], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2 * PATIENCE)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60 * PATIENCE)
    expect(process.returncode == 130 and b"coarse run" in err and not output.exists(), f"{process.returncode}: {err[:300]}")
    # the first run has begun to write, so the coarse one is over
    process = subprocess.Popen([SUNDER, "simulate", model, "--stop", "2e3", "--max-error", "1e-7", "--output", output], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while process.poll() is None and not (output.exists() and output.stat().st_size > 0):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60 * PATIENCE)
    expect(process.returncode == 130 and b"E0613" in err, f"{process.returncode}: {err[:300]}")
    expect(output.exists() and not (pathlib.Path(folder) / "r.finer.csv").exists(), "files are missing or left over")


@test
def interrupted_search_for_the_fast_states_ends_at_once(folder):
    """Its limit is one of work, not of time: Ctrl-C must not wait for it."""
    model = pathlib.Path(folder) / "full.mo"
    model.write_text("model Full\n  parameter Integer n = 150;\n  Real x[n](each start = 1, each fixed = true);\nequation\n"
                     "  for i in 1:n loop\n    der(x[i]) = -i*x[i] + sum((0.5 + abs(sin(i + 7*j)))*x[j] for j in 1:n)/n;\n  end for;\nend Full;\n")
    words = [SUNDER, "simulate", model, "--method", "mixed-euler", "--step", "0.1", "--stop", "1", "--back-end", "interpreter"]
    begun = os.times().children_user
    subprocess.run(words, capture_output=True)
    whole = os.times().children_user - begun
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while process.poll() is None and processor_seconds(process.pid) < whole / 4:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60 * PATIENCE)
    spent = os.times().children_user - begun - whole
    expect(process.returncode == 130 and b"cancelled while the fast states" in err, f"{process.returncode}: {err[:300]}")
    expect(spent < whole / 2, f"{spent} s of {whole} s of the processor")


@test
def interrupted_sampling_shows_what_was_done(folder):
    rooms = str(ROOT / "examples/FourRooms.mo")
    process = subprocess.Popen([SUNDER, "reduce", rooms, "--switched", "--samples", "20000", "--order", "8"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(4 * PATIENCE)
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
        done = sunder("simulate", path, "--method", "cvode", "--stop", "20000", "--intervals", "200", "--tolerance", "1e-9", "--output", result)
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


def chain(kind, n):
    """A package whose model M needs n definitions, each of which needs the one before."""
    first, next_, last = {
        "constants": ("constant Real c0 = 1;", "constant Real c{} = c{} + 1;", "Real x = c{};"),
        "functions": ("function f0 input Real x; output Real y; algorithm y := x; end f0;",
                      "function f{0} input Real x; output Real y; algorithm y := f{1}(x); end f{0};", "Real x = f{}(time);"),
        "components": ("model C0 Real x = time; end C0;", "model C{0} C{1} c; end C{0};", "C{} c;"),
        "bases": ("model C0 Real x = time; end C0;", "model C{0} extends C{1}; end C{0};", "extends C{};"),
        "inherited": ("model C0 Real x = time; end C0;", "model C{0} extends C{1}; end C{0};", "C{} c; C0 d;"),
        "types": ('type T0 = Real(unit = "m");', "type T{} = T{};", "T{} x = time;"),
        "deep constants": ("constant Real c0 = 1;", "constant Real c{} = " + "-(" * 390 + "c{}" + ")" * 390 + ";", "Real x = c{};"),
        "sizes": ("constant Integer c0 = 1;", "constant Integer c{} = size(zeros(c{}), 1);", "Real x[c{}] = {{time}};"),
    }[kind]
    lines = ["package P", "  " + first] + ["  " + next_.format(i, i - 1) for i in range(1, n)]
    return "\n".join(lines + ["  model M", "    " + last.format(n - 1), "  end M;", "end P;"]) + "\n"


@test
def long_chains_of_definitions(folder):
    path = pathlib.Path(folder) / "chain.mo"
    for kind, fine in (("constants", 200), ("functions", 90), ("components", 300), ("bases", 300), ("inherited", 300), ("types", 5000), ("sizes", 60)):
        path.write_text(chain(kind, fine))
        done = sunder("check", path, "--model", "P.M")
        expect(done.returncode == 0, f"{fine} {kind}: {done.err[:300]}")
    for kind, many in (("constants", 12000), ("functions", 20000), ("components", 20000), ("bases", 40000), ("inherited", 20000), ("deep constants", 1000), ("sizes", 3000)):
        path.write_text(chain(kind, many))
        done = sunder("check", path, "--model", "P.M")
        refused = done.returncode == 1 and f"{path}:" in done.err and "E0217" in done.err
        followed = done.returncode == 0 and done.err == ""  # what needs no recursion has no limit
        expect(refused or followed, f"{many} {kind}: {done.returncode} {done.err[:300]}")


@test
def types_in_a_circle(folder):
    refused(folder, "circle.mo", "model M\n  type A = B;\n  type B = A;\n  A x;\nend M;\n", "E0210", "4:3")


def doubling(levels, argument):
    lines = ["package P", "  function f0 input Real x; output Real y; algorithm y := sin(x); end f0;"]
    lines += [f"  function f{i} input Real x; output Real y; algorithm y := f{i - 1}(x)*f{i - 1}({argument(i)}); end f{i};" for i in range(1, levels)]
    return "\n".join(lines + ["  model M", f"    Real x = f{levels - 1}(time);", "  end M;", "end P;"]) + "\n"


@test
def functions_that_call_twice(folder):
    path = pathlib.Path(folder) / "doubling.mo"
    path.write_text(doubling(60, lambda i: "x"))  # the same call again: 2^60 of them, 60 different ones
    done = sunder("check", path, "--model", "P.M")
    expect(done.returncode == 0, done.err[:300])
    path.write_text(doubling(10, lambda i: f"x + {2 ** i}"))
    expect(sunder("check", path, "--model", "P.M").returncode == 0, "ten levels are too many")
    path.write_text(doubling(20, lambda i: f"x + {2 ** i}"))  # 2^20 different ones: called, not written out
    done = sunder("check", path, "--model", "P.M")
    expect(done.returncode == 0 and done.err == "", done.err[:300])
    path.write_text(doubling(30, lambda i: f"x + {2 ** i}"))  # 2^30: one evaluation would take a minute
    done = sunder("check", path, "--model", "P.M")
    expect(done.returncode == 1 and "E0305" in done.err and "calls functions" in done.err, done.err[:300])


@test
def files_without_end(folder):
    path = pathlib.Path(folder) / "sparse.mo"
    with open(path, "wb") as file:
        file.truncate(5_000_000_000)
    done = sunder("check", path)
    expect(done.returncode == 1 and "E0115" in done.err and str(path) in done.err, done.err)
    done = sunder("check", "/dev/zero")
    expect(done.returncode == 1 and "/dev/zero:1:1: error[E0002]" in done.err, done.err)


@test
def bytes_that_are_not_text_are_not_printed(folder):
    error = refused(folder, "bytes.mo", b"model M\n  Real x = \xe9\x80;\nend M;\n", "E0002", "2:12")
    expect("\n      Real x = \\xE9\\x80;\n               ^~~~\n" in error, error)
    done = subprocess.run([SUNDER, "check", os.fsencode(folder) + b"/caf\xe9\x1b.mo"], capture_output=True)
    expect(done.returncode == 1 and b"caf\\xE9\\x1B.mo" in done.stderr and b"\xe9" not in done.stderr, done.stderr)


@test
def smallest_numbers(folder):
    path = pathlib.Path(folder) / "m.mo"
    path.write_text("model M\n  Real y(start = 1, fixed = true), z(start = 0, fixed = true);\nequation\n  der(y) = -1e308*y - z;\n  der(z) = y - z;\nend M;\n")
    for command in (["analyze", path], ["analyze", path, "--json"], ["analyze", MOTOR, "--step", "1e-310"], ["analyze", MOTOR, "--step", "1e-310", "--json"]):
        done = sunder(*command)
        expect(done.returncode == 0, f"{command}: {done.returncode} {done.err[:300]}")
    path.write_text("model M\n  Real x = 1;\n  annotation(experiment(StopTime = 1e400));\nend M;\n")
    done = sunder("check", path)
    expect(done.returncode == 1 and f"{path}:3:36: error[E0204]" in done.err, done.err)


@test
def format_keeps_a_file_it_cannot_parse(folder):
    path = pathlib.Path(folder) / "bad.mo"
    path.write_text("model M Real x end M;")
    expect(sunder("format", path, "--write").returncode == 1, "accepted")
    expect(path.read_text() == "model M Real x end M;", "the file was changed")


@test
def format_writes_through_links_and_keeps_permissions(folder):
    folder = pathlib.Path(folder)
    (folder / "inner").mkdir()
    target, link = folder / "inner/real.mo", folder / "link.mo"
    target.write_text("model M Real x; annotation(A=1); equation x = 1; end M;")
    target.chmod(0o640)
    link.symlink_to("inner/real.mo")
    done = sunder("format", link, "--write")
    expect(done.returncode == 0, done.err)
    expect(link.is_symlink() and os.readlink(link) == "inner/real.mo", "the link was replaced")
    expect(target.read_text() == "model M\n  Real x;\n  annotation(A=1);\nequation\n  x = 1;\nend M;\n", target.read_text())
    expect(target.stat().st_mode & 0o777 == 0o640, "other permissions")
    expect(sorted(os.listdir(folder / "inner")) == ["real.mo"], "a file was left behind")
    expect(sunder("check", target).returncode == 0, "it cannot be read any more")


@test
def format_refuses_what_is_no_file(folder):
    pipe = folder + "/pipe.mo"
    os.mkfifo(pipe)
    process = subprocess.Popen([SUNDER, "format", pipe, "--write"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(pipe, "wb") as file:
        file.write(b"model M Real x=1; end M;")
    err = process.communicate(timeout=20)[1]
    expect(process.returncode == 1 and b"E0003" in err and b"not a regular file" in err, err)
    expect(stat.S_ISFIFO(os.stat(pipe).st_mode), "the pipe was replaced")


def limited(*arguments, resource_name, value, seconds=60):
    """A run under a limit of the system."""
    def limit():
        resource.setrlimit(getattr(resource, resource_name), (value, value))
    done = subprocess.run([SUNDER, *map(str, arguments)], capture_output=True, timeout=seconds, preexec_fn=limit)
    done.out, done.err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    return done


@test
def full_disk_leaves_whole_rows(folder):
    """Where no more can be written the file holds the rows that had room, and the run says so."""
    for ending in ("csv", "mat"):
        output = f"{folder}/full.{ending}"
        done = limited("simulate", MOTOR, "--method", "euler", "--step", "1e-4", "--stop", "20", "--output", output, resource_name="RLIMIT_FSIZE", value=1_000_001)
        expect(done.returncode == 1 and "E0003" in done.err and "File too large" in done.err, f"{done.returncode} {done.err[:300]}")
        expect(os.path.getsize(output) > 900_000, f"{ending}: {os.path.getsize(output)} bytes")
        done = sunder("compare", output, output, "--json")
        expect(done.returncode == 0, f"{ending}: {done.err}")
        if ending == "mat":
            data = pathlib.Path(output).read_bytes()
            _, rows, points, _, _ = struct.unpack_from("<5i", data, data.index(b"data_2\0") - 20)
            expect(8 * rows * points > 900_000, f"{points} points: the others are lost")
    os.symlink("/dev/full", folder + "/device.csv")
    done = sunder("simulate", MOTOR, "--output", folder + "/device.csv")
    expect(done.returncode == 1 and "No space left on device" in done.err, done.err)


@test
def killed_run_keeps_a_second_ago(folder):
    """Few rows, long waits between them: what was computed a second before the end is in the file."""
    path = pathlib.Path(folder) / "slow.mo"
    path.write_text("model Slow\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Slow;\n")
    for ending in ("csv", "mat"):
        output = f"{folder}/slow.{ending}"
        process = subprocess.Popen([SUNDER, "simulate", path, "--method", "euler", "--step", "1e-7", "--intervals", "10", "--stop", "50", "--output", output], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            for _ in range(600):  # until the first row is there
                time.sleep(0.1)
                done = sunder("simulate", path, "--initial-from", output, "--stop", "0", "--json") if os.path.exists(output) else None
                if done is not None and done.returncode == 0:
                    break
            expect(done is not None and done.returncode == 0, f"{ending}: no row in the file: {done and done.err}")
        finally:
            process.kill()
            process.communicate()


@test
def failed_start_keeps_the_old_results(folder):
    path = pathlib.Path(folder) / "m.mo"
    path.write_text("model M\n  Real x(start = 0, fixed = true);\n  Real y;\nequation\n  der(x) = -y;\n  y = 1/x;\nend M;\n")
    for ending in ("csv", "mat"):
        output = pathlib.Path(folder) / f"old.{ending}"
        output.write_text("the results of last week")
        done = sunder("simulate", path, "--output", output)
        expect(done.returncode != 0, done.out)
        expect(output.read_text() == "the results of last week", f"{ending}: the file was emptied")


@test
def huge_names_and_hostile_filters(folder):
    path = pathlib.Path(folder) / "long.mo"
    name = "a" * 100_000
    path.write_text(f"model Long\n  Real {name}(start = 1, fixed = true);\nequation\n  der({name}) = -{name};\nend Long;\n")
    done = sunder("simulate", path, "--filter", "(a|b)*", "--json")
    expect(done.returncode == 0 and name in json.loads(done.out)["final"], f"{done.returncode} {done.err[:300]}")
    done = sunder("simulate", path, "--filter", "(a*)*b")
    expect(done.returncode == 1 and "E0645" in done.err, f"{done.returncode} {done.err[:300]}")


@test
@without_address_sanitizer
def more_threads_than_there_is_memory_for(folder):
    done = limited("simulate", MOTOR, "--sweep", "J=500:2000:40", "--threads", "900", "--back-end", "interpreter", "--json", resource_name="RLIMIT_AS", value=700_000_000)
    expect(done.returncode == 0 and "W0646" in done.err, f"{done.returncode} {done.err[:500]}")
    expect(len(json.loads(done.out)["runs"]) == 40, "runs are missing")


@test
def interruption_at_dense_instants(folder):
    """One Ctrl-C ends a run of ever so many instants."""
    path = pathlib.Path(folder) / "dense.mo"
    path.write_text("model Dense\n  discrete Real n(start = 0, fixed = true);\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n  when sample(0, 1e-9) then\n    n = pre(n) + 1;\n  end when;\nend Dense;\n")
    process = subprocess.Popen([SUNDER, "simulate", path, "--method", "cvode", "--stop", "100", "--output", folder + "/dense.csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not os.path.exists(folder + "/dense.csv") or os.path.getsize(folder + "/dense.csv") < 1000:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    expect(process.returncode == 128 + signal.SIGINT, f"ended with {process.returncode}")


@test
@without_address_sanitizer
def input_files_without_end(folder):
    """Size and kind are looked at before anything is read."""
    for ending in ("csv", "mat"):
        path = f"{folder}/sparse.{ending}"
        with open(path, "wb") as file:
            file.truncate(5 * 1024**3)
        device = f"{folder}/zero.{ending}"
        os.symlink("/dev/zero", device)
        for command in (["compare", path, path], ["simulate", MOTOR, "--initial-from", path]):
            done = limited(*command, resource_name="RLIMIT_AS", value=2_000_000_000)
            expect(done.returncode == 1 and "E0705" in done.err and path in done.err, f"{done.returncode} {done.err[:300]}")
        for command in (["compare", device, device], ["simulate", MOTOR, "--initial-from", device]):
            done = limited(*command, resource_name="RLIMIT_AS", value=2_000_000_000)
            expect(done.returncode == 1 and "E0001" in done.err and device in done.err, f"{done.returncode} {done.err[:300]}")


@test
def suggested_step_cuts_as_suggested(folder):
    for name in ("DCMotor", "DoubleMass", "HeatExchanger003", "HalfCar"):
        path = ROOT / f"examples/{name}.mo"
        suggested = json.loads(sunder("analyze", path, "--json").out)["partition"]
        run = json.loads(sunder("simulate", path, "--method", "mixed-euler", "--step", suggested["step"], "--stop", "0", "--json").out)["partition"]
        expect(sorted(run["fast"]) == sorted(suggested["fast"]), f"{name}: {run['fast']} and {suggested['fast']}")


@test
def reductions_beyond_all_numbers(folder):
    path = pathlib.Path(folder) / "huge.json"
    for system in ('{"a": [[-1, 0], [0, -2]], "b": [[1e100], [1]], "c": [[1e200, 1]]}', '{"a": [[-1, 0], [0, -2]], "b": [[1e149], [1]], "c": [[1e149, 1]]}',
                   '{"a": [[-1e308]], "b": [[1e308]], "c": [[1]]}'):
        path.write_text(system)
        done = sunder("reduce", path)
        expect("nan" not in done.out + done.err, f"{system}: {done.out} {done.err}")
        expect(done.returncode == 1 and "E1117" in done.err or "1e149" in system, f"{system}: {done.returncode} {done.err}")
    # just below the limit: a bound and an error within it; of all states, nothing but rounding
    for system in ('"b": [[9.9e149], [9.9e149], [9.9e149]], "c": [[1, 1, 1]]', '"b": [[9.9e149], [1], [9.9e149]], "c": [[1, 1, 9.9e149]]'):
        path.write_text('{"a": [[-1, 0.3, 0.1], [0.2, -2, 0.7], [0, 0.5, -7]], ' + system + "}")
        for order in (1, 2):
            done = sunder("reduce", path, "--order", order, "--json")
            expect(done.returncode == 0 and "W1118" not in done.err, done.err)
            result = json.loads(done.out)
            expect(0 < result["error"] <= result["bound"] * (1 + 1e-5), f"{system}, order {order}: {result['error']} above {result['bound']}")
        done = sunder("reduce", path, "--order", 3)
        expect(done.returncode == 0 and "rounding only" in done.out and not done.err, f"{system}: {done.out} {done.err}")
    model = pathlib.Path(folder) / "huge.mo"
    model.write_text("model Huge\n  input Real u;\n  output Real y;\n  Real a(start = 0, fixed = true), b(start = 0, fixed = true);\n"
                     "equation\n  der(a) = -a + 1e308*u;\n  der(b) = -2*b + a;\n  y = b;\nend Huge;\n")
    for gramians in ("dense", "low-rank"):
        done = sunder("reduce", model, "--gramians", gramians)
        expect(done.returncode == 1 and "E1117" in done.err and "nan" not in done.out + done.err, f"{gramians}: {done.returncode} {done.out} {done.err}")


@test
def page_of_many_events_stays_small(folder):
    done = sunder("report", ROOT / "examples/PowerSupply.mo", "--stop", "0.2", "--output", folder + "/page.html", "--json", seconds=240)
    expect(done.returncode == 0, done.err[:500])
    size = os.path.getsize(folder + "/page.html")
    expect(size < 4e6, f"{size} bytes")
    runs = json.loads(done.out)["runs"]
    thinned = [run["trajectory"] for run in runs if run["trajectory"]["stretches"]]
    expect(thinned, "nothing was thinned: no test of it")
    for t in thinned:
        expect(all(len(v["values"]) <= 4 * t["stretches"] < t["points"] for v in t["variables"]), "too many points")


def main():
    failed = 0
    pattern = sys.argv[2] if len(sys.argv) > 2 else ""
    chosen = [one for one in tests if pattern in one.__name__]
    wanted = [one for one in chosen if not ("ASAN_OPTIONS" in os.environ and hasattr(one, "without_address_sanitizer"))]
    for function in wanted:
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(folder)
            except (AssertionError, subprocess.TimeoutExpired, KeyError, ValueError) as error:
                failed += 1
                print(f"{function.__name__}: {type(error).__name__}: {str(error)[:1500]}")
    skipped = f", {len(chosen) - len(wanted)} skipped" if len(wanted) < len(chosen) else ""
    print(f"{len(wanted) - failed} passed, {failed} failed{skipped}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
