#!/usr/bin/env python3
"""Several processes under mpirun: the same results as one, one voice, and what happens when a rank dies or the run is stopped.

usage: ranks.py SUNDER [PATTERN]      only tests whose names contain PATTERN
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUNDER = pathlib.Path(sys.argv[1]).resolve()
PATIENCE = int(os.environ.get("TEST_PATIENCE", "1"))
MODULE = SUNDER.parent / "libsunder_mpi.so"
tests = []


def test(function):
    tests.append(function)
    return function


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def command(ranks, *arguments):
    if ranks == 1:
        return [str(SUNDER), *map(str, arguments)]
    # more ranks than cores, and containers where everybody is root
    # (and busy machines: the others of a job that lost one have one second to say so, unless told otherwise)
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "odls_base_sigkill_timeout", "4", "-n", str(ranks), str(SUNDER), *map(str, arguments)]


def run(ranks, *arguments, seconds=120, **options):
    done = subprocess.run(command(ranks, *arguments), capture_output=True, timeout=seconds * PATIENCE, **options)
    done.out, done.err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    return done


def ring(path, parts, master="jacobi", step=0.05, stop=5, extra=""):
    """parts in a ring, each with a gain and an inertia of its own"""
    text = [f'communication_step = {step}\nmaster = "{master}"\nstop = {stop}\n{extra}']
    if master == "gauss-seidel":
        text.append("order = [" + ", ".join(f'"p{i}"' for i in range(parts)) + "]\n")
    for i in range(parts):
        text.append(f'[[part]]\nname = "p{i}"\na = [[{-1 - 0.1 * i}, 1.0], [-2.0, {-0.5 - 0.03 * i}]]\nb = [[0.3], [0.1]]\nc = [[1.0, 0.2]]\nd = [[0.0]]\n'
                    f'initial = [{1 + i}, {0.5 * i}]\nmethod = "rk4"\nsubsteps = {1 + i % 3}\n')
    for i in range(parts):
        text.append(f'[[connection]]\nfrom = "p{i}.y1"\nto = "p{(i + 1) % parts}.u1"\n')
    path.write_text("\n".join(text))
    return path


def pids_of_ranks(mpirun):
    """of the processes that an mpirun has started, by rank"""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            words = (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if parent == mpirun.pid:
            rank = [w for w in words if w.startswith(b"OMPI_COMM_WORLD_RANK=")]
            if rank:
                found[int(rank[0].split(b"=")[1])] = int(entry.name)
    return found


def wait_until(condition, what, seconds=60):
    end = time.monotonic() + seconds * PATIENCE
    while not condition():
        expect(time.monotonic() < end, f"{what}: not within {seconds} s")
        time.sleep(0.05)


@test
def every_master_gives_the_same_bits(folder):
    for master, extra in (("jacobi", ""), ("jacobi", "extrapolation = 2\n"), ("gauss-seidel", ""), ("iterated", "")):
        system = ring(folder / "ring.toml", 6, master, extra=extra)
        texts = []
        for ranks in (1, 2, 4):
            done = run(ranks, "cosim", system, "--output", folder / f"{ranks}.csv", "--json")
            expect(done.returncode == 0, f"{master}, {ranks} ranks: status {done.returncode}: {done.err[:400]}")
            answer = json.loads(done.out)
            hosted = sorted(p for share in answer["ranks"] for p in share["parts"])
            expect(hosted == ([] if ranks == 1 else [f"p{i}" for i in range(6)]), f"parts by rank: {answer['ranks']}")
            texts.append((folder / f"{ranks}.csv").read_text())
        expect(texts[0] == texts[1] == texts[2], f"{master} {extra}: results differ between ranks")
        expect(len(texts[0].splitlines()) == 102, f"{master}: {len(texts[0].splitlines())} lines")


@test
def steps_that_are_taken_back_are_so_on_all_ranks(folder):
    system = ring(folder / "ring.toml", 5)
    texts = []
    for ranks in (1, 3):
        done = run(ranks, "cosim", system, "--adaptive", "--tolerance", "1e-5", "--output", folder / f"{ranks}.csv", "--json")
        expect(done.returncode == 0, done.err[:400])
        expect(json.loads(done.out)["statistics"]["rejected"] > 0, "no step was taken back: nothing is tested")
        texts.append((folder / f"{ranks}.csv").read_text())
    expect(texts[0] == texts[1], "adapted steps differ between ranks")


@test
def models_with_feedthrough_and_an_algebraic_loop(folder):
    (folder / "Parts.mo").write_text("""package Parts
  model A input Real u; output Real y; Real x(start = 1, fixed = true); equation der(x) = -x + u; y = x + 0.4*u; end A;
  model B input Real u; output Real y; Real x(start = 2, fixed = true); Boolean high(start = false, fixed = true);
  equation high = x > 1.2; der(x) = -2*x + u + (if high then 0 else 0.3); y = x - 0.5*u; end B;
end Parts;
""")
    (folder / "loop.toml").write_text("""communication_step = 0.05
feedthrough = "solved"
stop = 3.0
[[part]]
name = "a"
model = "Parts.mo"
class = "Parts.A"
method = "rk4"
substeps = 2
[[part]]
name = "b"
model = "Parts.mo"
class = "Parts.B"
method = "rk4"
substeps = 2
[[connection]]
from = "a.y"
to = "b.u"
[[connection]]
from = "b.y"
to = "a.u"
""")
    texts = []
    for ranks in (1, 2, 3):
        done = run(ranks, "cosim", folder / "loop.toml", "--output", folder / f"{ranks}.csv")
        expect(done.returncode == 0, done.err[:400])
        texts.append((folder / f"{ranks}.csv").read_text())
    expect(texts[0] == texts[1] == texts[2], "results differ between ranks")


@test
def a_part_that_fails_on_another_rank_says_the_same(folder):
    (folder / "Parts.mo").write_text("""package Parts
  model Good output Real y; Real x(start = 1, fixed = true); equation der(x) = -x; y = x; end Good;
  model Bad input Real u; Real x(start = 1, fixed = true); equation der(x) = -sqrt(2.0 - time) + 0*u; end Bad;
end Parts;
""")
    parts = "".join(f'[[part]]\nname = "{n}"\nmodel = "Parts.mo"\nclass = "Parts.{c}"\nmethod = "rk4"\nsubsteps = 4\n' for n, c in (("good", "Good"), ("bad", "Bad")))
    (folder / "bad.toml").write_text(f'communication_step = 0.1\nstop = 5.0\n{parts}[[connection]]\nfrom = "good.y"\nto = "bad.u"\n')
    alone, together = (run(ranks, "cosim", folder / "bad.toml", "--output", folder / f"{ranks}.csv") for ranks in (1, 3))
    expect(alone.returncode == together.returncode == 3, f"statuses {alone.returncode} and {together.returncode}")
    first = [line for line in alone.err.splitlines() if "error[" in line]
    second = [line for line in together.err.splitlines() if "error[" in line]
    expect(first and first == second, f"{first}\n{second}")
    expect((folder / "1.csv").read_text() == (folder / "3.csv").read_text(), "what was written differs")


@test
def a_sweep_makes_the_same_table(folder):
    (folder / "Tank.mo").write_text("""model Tank
  parameter Real k = 1;
  parameter Integer n = 2;
  Real x[n](each start = 1, each fixed = true);
equation
  for i in 1:n loop der(x[i]) = -k*i*x[i]; end for;
  assert(k < 7.5, "k is too large");
  annotation(experiment(StopTime = 1));
end Tank;
""")
    answers = []
    for ranks in (1, 2, 4):
        done = run(ranks, "simulate", folder / "Tank.mo", "--sweep", "k=1:9:17", "--output", folder / f"{ranks}.csv", "--intervals", "4", "--json")
        expect(done.returncode == 1, f"{ranks} ranks: status {done.returncode}: {done.err[:300]}")  # some runs fail, and say so
        answer = json.loads(done.out)
        expect(answer["ranks"] == ranks, f"ranks {answer['ranks']}")
        for one in answer["runs"]:
            one.pop("seconds", None)
        messages = [(d["code"], d["message"], d.get("line")) for d in answer["diagnostics"]]
        answers.append(((folder / f"{ranks}.csv").read_text(), answer["runs"], messages))
    expect(answers[0] == answers[1] == answers[2], "sweeps differ between ranks")
    expect(len(answers[0][0].splitlines()) > 60, "too few rows")


@test
def sampling_of_switched_systems_gives_the_same(folder):
    answers = []
    for ranks in (1, 3):
        done = run(ranks, "reduce", ROOT / "examples/FourRooms.mo", "--switched", "--input", "amplitude=4", "--input", "period=86400", "--samples", "12",
                   "--order", "3", "--json")
        expect(done.returncode == 0, f"{ranks} ranks: status {done.returncode}: {done.err[:400]}")
        answers.append({k: v for k, v in json.loads(done.out).items() if "seconds" not in k})
    expect(answers[0] == answers[1], "samples differ between ranks")


@test
def what_is_wrong_is_said_once(folder):
    (folder / "broken.toml").write_text('communication_step = 0.1\n[[part]]\nname = "a"\nmodel = "Nothing.mo"\n')
    done = run(3, "cosim", folder / "broken.toml")
    expect(done.returncode == 1, f"status {done.returncode}")
    expect(done.err.count("cannot read") == 1 and done.err.count("E1010") == 1, f"said {done.err.count('E1010')} times:\n{done.err[:800]}")


@test
def commands_that_share_no_work_refuse(folder):
    done = run(2, "check", ROOT / "examples/DCMotor.mo")
    expect(done.returncode == 2, f"status {done.returncode}")
    expect(done.err.count("works in one process") == 1, done.err[:400])
    expect("cosim, simulate --sweep and reduce --switched" in done.err, done.err[:400])


def slow_ring(folder):
    return ring(folder / "slow.toml", 4, step=1e-4, stop=1000)


@test
def a_rank_that_dies_ends_the_run_with_its_name(folder):
    table = folder / "slow.csv"
    mpirun = subprocess.Popen(command(4, "cosim", slow_ring(folder), "--output", table), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: table.exists() and table.stat().st_size > 20000, "the run begins")
        ranks = pids_of_ranks(mpirun)
        expect(set(ranks) == {0, 1, 2, 3}, f"ranks {ranks}")
        os.kill(ranks[2], signal.SIGKILL)
        _, err = mpirun.communicate(timeout=30 * PATIENCE)
    finally:
        mpirun.kill()
    said = err.decode("utf-8", "replace")
    expect(mpirun.returncode != 0, "a success")
    expect("E1010" in said and "rank 2 (on " in said and "was lost" in said, said[:1200])
    lines = table.read_text().splitlines()
    expect(len(lines) > 10 and all(line.count(",") == lines[0].count(",") for line in lines), f"{len(lines)} rows, or broken ones")


@test
def interruption_keeps_what_was_written(folder):
    table = folder / "slow.csv"
    mpirun = subprocess.Popen(command(3, "cosim", slow_ring(folder), "--output", table), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: table.exists() and table.stat().st_size > 20000, "the run begins")
        mpirun.send_signal(signal.SIGINT)
        _, err = mpirun.communicate(timeout=30 * PATIENCE)
    finally:
        mpirun.kill()
    said = err.decode("utf-8", "replace")
    expect(mpirun.returncode != 0, "a success")
    expect("E0613" in said and "was lost" not in said, said[:1200])
    lines = table.read_text().splitlines()
    expect(len(lines) > 10 and all(line.count(",") == lines[0].count(",") for line in lines), f"{len(lines)} rows, or broken ones")


@test
def a_rank_that_dies_in_a_sweep_keeps_whole_runs(folder):
    (folder / "Long.mo").write_text("""model Long
  parameter Real k = 1;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = k*y; der(y) = -k*x;
  annotation(experiment(StopTime = 400));
end Long;
""")
    table = folder / "long.csv"
    mpirun = subprocess.Popen(command(3, "simulate", folder / "Long.mo", "--method", "rk4", "--step", "0.0005", "--intervals", "4", "--sweep", "k=1:3:200",
                                      "--output", table), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: table.exists() and table.stat().st_size > 500, "some runs end")
        os.kill(pids_of_ranks(mpirun)[1], signal.SIGKILL)
        _, err = mpirun.communicate(timeout=30 * PATIENCE)
    finally:
        mpirun.kill()
    said = err.decode("utf-8", "replace")
    expect("W0011" in said and "rank 1 (on " in said, said[:1200])
    rows = [line.split(",") for line in table.read_text().splitlines()[1:]]
    by_run = {}
    for row in rows:
        by_run.setdefault(row[0], []).append(row)
    expect(by_run and all(len(one) == 5 for one in by_run.values()), f"runs of other lengths: {[len(o) for o in by_run.values()]}")


def main():
    pattern = sys.argv[2] if len(sys.argv) > 2 else ""
    chosen = [t for t in tests if pattern in t.__name__]
    if shutil.which("mpirun") is None or not MODULE.exists():
        print(f"skipped: {'no mpirun' if shutil.which('mpirun') is None else 'the program was built without MPI'}")
        print(f"0 passed, 0 failed, {len(chosen)} skipped")
        return 0
    failed = 0
    for one in chosen:
        with tempfile.TemporaryDirectory() as folder:
            try:
                one(pathlib.Path(folder))
            except Exception as wrong:  # whatever it is, the others are tried
                failed += 1
                print(f"FAILED {one.__name__}: {wrong}")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
