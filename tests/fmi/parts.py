"""Tests of FMUs as parts of distributed systems, and of parts and reductions as FMUs."""
import os

import fmus

PLANT = """model Plant
  parameter Real m = 1;
  input Real f;
  Real x(start = 1, fixed = true);
  output Real v(start = 0, fixed = true);
equation
  der(x) = v;
  m * der(v) = f;
  annotation(experiment(StopTime = 4));
end Plant;
model Spring
  parameter Real c = 4;
  input Real v;
  Real x(start = 1, fixed = true);
  output Real f;
equation
  der(x) = v;
  f = -c * x - 0.3 * v;
  annotation(experiment(StopTime = 4));
end Spring;
"""


def system(plant, spring, master="gauss-seidel"):
    return f"""communication_step = 0.01
stop = 4
master = "{master}"
[[part]]
name = "plant"
{plant}
[[part]]
name = "spring"
{spring}
[[connection]]
from = "spring.f"
to = "plant.f"
[[connection]]
from = "plant.v"
to = "spring.v"
"""


def define(test, sunder, answer, expect, rows, refused, compiler):
    def prepare(folder):
        with open(os.path.join(folder, "Plant.mo"), "w") as file:
            file.write(PLANT)
        for name in ("Plant", "Spring"):
            done = sunder("export", os.path.join(folder, "Plant.mo"), "--model", name, "--output", os.path.join(folder, name + ".fmu"), "--tolerance", "1e-9", **compiler)
            expect(done.returncode == 0, done.stderr)

    def write(folder, text):
        path = os.path.join(folder, "system.toml")
        with open(path, "w") as file:
            file.write(text)
        return path

    def as_text(name, more=""):
        return f'model = "Plant.mo"\nclass = "{name}"\nmethod = "rk4"\nsubsteps = 2\n{more}'

    def as_fmu(name, kind, more=""):
        return f'model = "{name}.fmu"\nkind = "{kind}"\n' + ('method = "rk4"\nsubsteps = 2\n' if kind == "me" else "") + more

    @test
    def fmus_are_parts_like_others(folder):
        prepare(folder)
        ends = {}
        parameters = "parameters = { m = 1.5 }"
        for name, plant, spring in (("text", as_text("Plant", parameters), as_text("Spring")),
                                    ("me", as_fmu("Plant", "me", parameters), as_fmu("Spring", "me")),
                                    ("cs", as_fmu("Plant", "cs", parameters), as_text("Spring")),
                                    ("both", as_fmu("Plant", "cs", parameters), as_fmu("Spring", "cs"))):
            for master in ("jacobi", "gauss-seidel", "iterated"):
                output = os.path.join(folder, "result.csv")
                done = sunder("cosim", write(folder, system(plant, spring, master)), "--output", output)
                expect(done.returncode == 0, f"{name}, {master}: {done.stderr}")
                ends[name, master] = rows(output)[-1]
        for (name, master), end in ends.items():
            for variable, value in ends["text", master].items():
                # Model Exchange makes the same local steps; what integrates itself makes others
                within = 1e-9 if name == "me" else 2e-4
                if variable in end and variable.split(".")[-1] in ("x", "v", "f"):
                    expect(abs(float(end[variable]) - float(value)) < within, f"{name}, {master}: {variable} is {end[variable]} instead of {value}")

    @test
    def stability_needs_the_states_of_fmus(folder):
        prepare(folder)
        of_text = answer("stability", write(folder, system(as_text("Plant"), as_text("Spring"))))
        of_fmus = answer("stability", write(folder, system(as_fmu("Plant", "me"), as_fmu("Spring", "me"))))
        expect(abs(of_text["spectral_radius"] - of_fmus["spectral_radius"]) < 1e-9, f"{of_text} {of_fmus}")
        refused(sunder("stability", write(folder, system(as_fmu("Plant", "cs"), as_text("Spring")))), "E1208", "system.toml:5:", "'plant'")

    @test
    def wrong_parts_are_refused_with_their_place(folder):
        prepare(folder)
        spring = as_text("Spring")
        for plant, words in ((as_fmu("Plant", "xx"), ("E1002", "the kind of an FMU", "system.toml:7:")),
                             (as_text("Plant", 'kind = "me"'), ("E1002", "'kind' is of FMUs")),
                             (as_fmu("Plant", "me", 'class = "Plant"'), ("E1002", "an FMU holds one model")),
                             (as_fmu("Plant", "me", "parameters = { q = 1 }"), ("E0510", "no parameter 'q'")),
                             (as_fmu("Plant", "me", 'parameters = { m = "2*3" }'), ("E0005", "takes a number")),
                             (as_fmu("Plant", "cs", 'method = "rk4"'), ("E1008", "integrates itself")),
                             ('model = "Absent.fmu"', ("E1201", "E1010", "system.toml:6:"))):
            refused(sunder("cosim", write(folder, system(plant, spring))), *words)
        refused(sunder("cosim", write(folder, system(as_fmu("Plant", "me"), spring)), "--compare", "monolithic"), "E1016", "is an FMU")

    @test
    def parts_and_reductions_can_be_exported(folder):
        with open(os.path.join(folder, "Plant.mo"), "w") as file:
            file.write(PLANT)
        path = write(folder, system(as_text("Plant", "parameters = { m = 2 }"), as_text("Spring")))
        fmu = os.path.join(folder, "part.fmu")
        done = sunder("export", path, "--part", "plant", "--output", fmu, **compiler)
        expect(done.returncode == 0, done.stderr)
        linear = answer("linearize", fmu)
        expect(linear["a"] == [[0, 1], [0, 0]] and linear["b"] == [[0], [0.5]], str(linear))
        refused(sunder("export", path, "--part", "plan"), "E1002", "no part 'plan'")
        reduced = os.path.join(folder, "reduced.fmu")
        chain = os.path.join(folder, "Chain.mo")
        with open(chain, "w") as file:
            file.write("model Chain\n  input Real u;\n  Real x[6](each start = 0, each fixed = true);\n  output Real y = x[6];\nequation\n  der(x[1]) = u - x[1];\n"
                       "  for i in 2:6 loop\n    der(x[i]) = 3 * i * (x[i-1] - x[i]);\n  end for;\nend Chain;\n")
        done = sunder("reduce", chain, "--order", "3", "--output", reduced, **compiler)
        expect(done.returncode == 0, done.stderr)
        text = os.path.join(folder, "reduced.mo")
        expect(sunder("reduce", chain, "--order", "3", "--output", text).returncode == 0, "reduce")
        expect(answer("linearize", reduced)["a"] == answer("linearize", text)["a"] and len(answer("linearize", reduced)["a"]) == 3, "the matrices differ")
        # and they run: the part in the place of the text it came from, the reduced system with a signal, in both kinds
        def end_of(plant):
            output = os.path.join(folder, "result.csv")
            done = sunder("cosim", write(folder, system(plant, as_text("Spring"))), "--output", output)
            expect(done.returncode == 0, done.stderr)
            return rows(output)[-1]
        wanted = end_of(as_text("Plant", "parameters = { m = 2 }"))
        for kind in ("me", "cs"):
            found = end_of(as_fmu("part", kind))
            for variable in ("plant.v", "spring.f"):
                expect(abs(float(found[variable]) - float(wanted[variable])) < (1e-9 if kind == "me" else 2e-4), f"{kind}: {found} instead of {wanted}")
        signal = os.path.join(folder, "signal.csv")
        with open(signal, "w") as file:
            file.write("time,u\n" + "".join(f"{0.01 * k},{0.2 * k * (k < 50)}\n" for k in range(101)))
        ends = {}
        for name, model, more in (("text", text, ["--method", "rosenbrock", "--tolerance", "1e-8"]),
                                  ("me", reduced, ["--fmu-kind", "me", "--method", "rosenbrock", "--tolerance", "1e-8"]),
                                  ("cs", reduced, ["--fmu-kind", "cs", "--intervals", "4000"])):
            done = sunder("simulate", model, "--input", signal, "--stop", "1", *more, "--output", os.path.join(folder, "run.csv"))
            expect(done.returncode == 0, done.stderr)
            ends[name] = float(rows(os.path.join(folder, "run.csv"))[-1]["y"])
        expect(abs(ends["text"]) > 0.1 and abs(ends["me"] - ends["text"]) < 1e-6 and abs(ends["cs"] - ends["text"]) < 1e-3 * abs(ends["text"]), str(ends))

    @test
    def a_part_that_crashes_in_its_own_process_ends_the_run_where_it_does(folder):
        fmus.make(folder, "fragile", misbehave="crash", since=3.7)
        path = write(folder, """communication_step = 0.1
stop = 6.0
[[part]]
name = "steady"
a = [[-1.0]]
b = [[0.1]]
c = [[1.0]]
d = [[0.0]]
initial = [1.0]
method = "rk4"
step = 0.1
[[part]]
name = "breaks"
model = "fragile.fmu"
method = "rosenbrock"
[[connection]]
from = "steady.y1"
to = "breaks.u"
[[connection]]
from = "breaks.s"
to = "steady.u1"
""")
        output = os.path.join(folder, "kept.csv")
        done = sunder("cosim", path, "--output", output, ASAN_OPTIONS="handle_segv=0:detect_leaks=0")
        refused(done, "E1010", "part 'breaks' failed", "crashed (Segmentation fault) at time 3.7", status=3)
        times = [float(row["time"]) for row in rows(output)]
        expect(abs(times[-1] - 3.6) < 1e-9, f"kept until {times[-1]}")  # the communication point before
