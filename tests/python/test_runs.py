"""Simulations, inputs, sweeps, distributed systems, comparisons, and how they are stopped."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np

import sunder
from models import DRIVEN, ENDLESS, MOTOR, ROOT, ROOT_OF_TIME, TWO_INPUTS


class Runs(unittest.TestCase):
    def test_result(self):
        result = sunder.load(MOTOR).simulate(stop=4)
        self.assertTrue(result.status)
        self.assertEqual(result.status.time, 4)
        self.assertEqual(result.time[-1], 4)
        self.assertEqual(result["I"].shape, result.time.shape)
        self.assertEqual(result["J"].shape, result.time.shape)  # a parameter
        self.assertTrue((result["J"] == 1500).all())
        self.assertEqual(result.final["omega"], result["omega"][-1])
        self.assertGreater(result.statistics["steps"], 10)
        self.assertEqual(result.unit("I"), "A")
        self.assertIn("I", result)
        with self.assertRaisesRegex(KeyError, "did you mean 'omega'"):
            result["omeg"]

    def test_prints_nicely(self):
        code = "import sunder; print(sunder.load('examples/DCMotor.mo').simulate())"
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        self.assertIn("DCMotor: rosenbrock, t = 0 … 8 (reached the stop time)", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^ +\d+\.\d+  omega +rad/s +speed$")
        self.assertLess(max(map(len, done.stdout.splitlines())), 100)

    def test_output_chooses(self):
        motor = sunder.load(MOTOR)
        self.assertEqual(list(motor.simulate(output=["I", "omega"])), ["I", "omega"])
        self.assertEqual(list(motor.simulate(output="I")), ["I"])
        self.assertEqual(list(motor.simulate(filter="der.*")), ["der(I)", "der(omega)", "der(phi)"])
        with self.assertRaisesRegex(sunder.Error, "omgea"):
            motor.simulate(output=["I", "omgea"])
        with self.assertRaises(ValueError):
            motor.simulate(output=[])
        with self.assertRaises(TypeError):
            motor.simulate(output=[1])

    def test_methods(self):
        motor = sunder.load(MOTOR)
        mixed = motor.simulate(method="mixed-euler", step=0.2, compare="cvode")
        self.assertEqual(mixed.statistics["steps"], 40)
        self.assertEqual(mixed.comparison["method"], "cvode")
        with self.assertRaisesRegex(sunder.Error, "mixed-euler"):
            motor.simulate(method="oiler")
        with self.assertRaises(sunder.Error):
            motor.simulate(method="rk4")  # needs a step

    def test_wrong_options(self):
        motor = sunder.load(MOTOR)
        for wrong in ({"stop": "late"}, {"stop": [1, 2]}, {"stop": True}, {"step": None, "tolerance": {}}, {"intervals": 2.5}, {"colour": 3},
                      {"fast": 7}, {"initial": {"I": "x"}}, {"initial": {1: 2}}):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                motor.simulate(**wrong)
        for wrong in ({"intervals": -1}, {"events": "never"}, {"between": "cubic"}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                motor.simulate(**wrong)
        for wrong in ({"stop": -1}, {"tolerance": -1e-3}, {"tolerance": -1e-3, "method": "cvode"}, {"max_error": 0}, {"max_error": 1e-3, "method": "cvode"}, {"only": ["omgea"]}, {"step": -1, "method": "rk4"}, {"stop": float("nan")}, {"initial": {"nobody": 1}},
                      {"filter": "("}, {"save": "result.txt"}):
            with self.subTest(wrong=wrong), self.assertRaises(sunder.Error):
                motor.simulate(**wrong)

    def test_initial_values_and_files(self):
        motor = sunder.load(MOTOR)
        self.assertEqual(motor.simulate(initial={"omega": 5, "I": 1, "phi": 0})["omega"][0], 5)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "motor.csv"
            whole = motor.simulate(stop=8, save=path)
            self.assertTrue(path.is_file())
            self.assertLess(sunder.compare(path, whole).epsilon, 1e-6)
            again = motor.simulate(start=8, stop=9, initial=path)
            self.assertAlmostEqual(again["omega"][0], whole.final["omega"], places=6)

    def test_failure_keeps_what_there_was(self):
        with self.assertRaises(sunder.Error) as caught, warnings.catch_warnings():
            warnings.simplefilter("ignore", sunder.ModelWarning)
            sunder.load(text=ROOT_OF_TIME).simulate(stop=2)
        result = caught.exception.result
        self.assertFalse(result.status)
        self.assertAlmostEqual(result.status.time, 1, places=2)
        self.assertGreater(len(result.time), 10)
        self.assertTrue(any(one.severity == "error" and one.line for one in caught.exception.diagnostics))

    def test_pandas_and_pictures(self):
        import matplotlib

        matplotlib.use("Agg")
        result = sunder.load(MOTOR).simulate()
        frame = result.to_dataframe()
        self.assertEqual(frame.index.name, "time")
        self.assertIn("omega", frame.columns)
        self.assertNotIn("J", frame.columns)
        self.assertIn("J", result.to_dataframe(["I", "J"]).columns)
        self.assertEqual(len(result.plot("I").lines), 1)
        html = result._repr_html_()
        self.assertIn("<svg", html)
        self.assertIn("<table>", html)
        self.assertNotIn("http://", html.replace("http://www.w3.org", ""))
        self.assertNotIn("https://", html)

    def test_missing_modules_are_named(self):
        code = ("import sys\n"
                "for name in ('pandas', 'scipy', 'matplotlib'): sys.modules[name] = None\n"
                "import sunder\n"
                "m = sunder.load('examples/DCMotor.mo'); r = m.simulate()\n"
                "for f in (r.to_dataframe, r.plot, lambda: m.jacobian(0, [0, 0, 0])):\n"
                "    try: f()\n"
                "    except ImportError as e: print(e)\n")
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        self.assertIn("to_dataframe needs pandas: install it (pip install pandas)", done.stdout)
        self.assertIn("plot needs matplotlib.pyplot: install it (pip install matplotlib)", done.stdout)
        self.assertIn("jacobian needs scipy.sparse: install it (pip install scipy)", done.stdout)


class Inputs(unittest.TestCase):
    def setUp(self):
        self.model = sunder.load(text=DRIVEN)

    def test_numbers_and_signals(self):
        constant = self.model.simulate(stop=5, inputs={"u": 2})
        self.assertAlmostEqual(constant.final["y"], 2 * (1 - np.exp(-10)), places=4)
        times = np.linspace(0, 5, 11)
        ramp = self.model.simulate(stop=5, inputs={"u": (times, times)})
        self.assertAlmostEqual(ramp.final["y"], 5 - 0.5 * (1 - np.exp(-10)), places=4)
        held = self.model.simulate(stop=5, inputs={"u": ([0, 2], [0, 1])}, between="held")
        self.assertAlmostEqual(held.final["y"], 1 - np.exp(-6), places=4)
        table = self.model.simulate(stop=5, inputs={"time": times, "u": times})
        self.assertEqual(table.final["y"], ramp.final["y"])

    def test_dataframe(self):
        import pandas

        times = np.linspace(0, 5, 11)
        ramp = self.model.simulate(stop=5, inputs={"u": (times, times)})
        by_index = self.model.simulate(stop=5, inputs=pandas.DataFrame({"u": times}, index=times))
        by_column = self.model.simulate(stop=5, inputs=pandas.DataFrame({"time": times, "u": times}))
        series = self.model.simulate(stop=5, inputs={"u": pandas.Series(times, index=times)})
        for other in (by_index, by_column, series):
            self.assertEqual(other.final["y"], ramp.final["y"])

    def test_expression(self):
        driven = sunder.load(text=DRIVEN, inputs={"u": "time"}).simulate(stop=5)
        self.assertAlmostEqual(driven.final["y"], 5 - 0.5 * (1 - np.exp(-10)), places=4)

    def test_input_without_a_source_warns(self):
        with self.assertWarnsRegex(sunder.ModelWarning, "W0405"):
            self.model.simulate(stop=1)

    def test_missing_columns(self):
        import pandas

        model = sunder.load(text=TWO_INPUTS)
        table = {"time": [0, 1], "a": [1, 1]}
        for inputs in (table, pandas.DataFrame(table)):
            with self.assertRaisesRegex(sunder.Error, "no column for the input 'b'") as caught:
                model.simulate(stop=1, inputs=inputs)
            self.assertEqual(caught.exception.diagnostics[0].code, "E0511")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "inputs.csv"
            path.write_text("time,a\n0,1\n1,1\n")
            with self.assertRaisesRegex(sunder.Error, "'b'"):
                model.simulate(stop=1, inputs=path)

    def test_times_that_fall_or_repeat(self):
        for times in ([0, 2, 1, 5], [0, 1, 1, 5]):
            for inputs in ({"u": (times, [0, 1, 2, 3])}, {"time": times, "u": [0, 1, 2, 3]}):
                with self.subTest(inputs=inputs), self.assertRaises(sunder.Error) as caught:
                    self.model.simulate(stop=5, inputs=inputs)
                self.assertEqual(caught.exception.diagnostics[0].code, "E0511")
                self.assertRegex(str(caught.exception), "row 3")

    def test_inputs_that_end_too_soon(self):
        with self.assertRaises(sunder.Error) as caught:
            self.model.simulate(stop=5, inputs={"u": ([0, 2], [0, 1])})
        self.assertEqual(caught.exception.diagnostics[0].code, "E0511")
        with self.assertRaises(sunder.Error):
            self.model.simulate(stop=5, inputs={"u": ([1, 5], [0, 1])})  # begins too late

    def test_unknown_names(self):
        with self.assertRaisesRegex(sunder.Error, "no input 'v'"):
            self.model.simulate(stop=1, inputs={"v": 1})
        with self.assertRaisesRegex(sunder.Error, "no input 'v'"):
            self.model.simulate(stop=1, inputs={"v": ([0, 1], [0, 1])})

    def test_wrong_shapes_and_types(self):
        for wrong in (3, [1, 2], {"u": "sin(time)"}, {"u": lambda t: t}, {"u": [1, 2, 3]}, {"u": None}, {"u": ([0, 1], ["a", "b"])}, {3: 1}):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                self.model.simulate(stop=1, inputs=wrong)
        for wrong in ({"u": ([0, 1], [1])}, {"u": (np.zeros((2, 2)), [0, 1])}, {"u": (0, 1)}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                self.model.simulate(stop=1, inputs=wrong)
        for wrong in ({"u": float("nan")}, {"u": ([], [])}, {"u": ([0, 1], [0, float("inf")])}, {"u": ([0, float("nan")], [0, 1])}):
            with self.subTest(wrong=wrong), self.assertRaises(sunder.Error):
                self.model.simulate(stop=1, inputs=wrong)


class Sweeps(unittest.TestCase):
    def test_all_combinations(self):
        motor = sunder.load(MOTOR)
        sweep = motor.sweep({"J": [500, 1500], "u": np.array([400.0, 500.0])}, stop=8, output=["omega"])
        self.assertEqual([run.parameters for run in sweep],
                         [{"J": 500, "u": 400}, {"J": 500, "u": 500}, {"J": 1500, "u": 400}, {"J": 1500, "u": 500}])
        self.assertEqual(sweep.compilations, 0)
        motor.parameters["J"] = 500
        self.assertEqual(sweep[1].final["omega"], motor.simulate(stop=8).final["omega"])
        self.assertEqual(sweep[1].result["omega"][-1], sweep[1].final["omega"])
        self.assertEqual(list(sweep.to_dataframe().columns), ["J", "u", "omega"])
        self.assertIn("4 runs", repr(sweep))

    def test_structural_ones_compile(self):
        model = sunder.load(text=DRIVEN)
        with self.assertRaisesRegex(sunder.Error, "which variables"):
            model.sweep({"n": [2, 3]}, inputs={"u": 1})

    def test_wrong_ones(self):
        motor = sunder.load(MOTOR)
        with self.assertRaisesRegex(sunder.Error, "Jay"):
            motor.sweep({"Jay": [1, 2]})
        for wrong in ({"J": 3}, {"J": "1:2:3"}, {"J": []}, {"J": [object()]}):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                motor.sweep(wrong)
        with self.assertRaises(ValueError):
            motor.sweep({})


class Systems(unittest.TestCase):
    SYSTEM = ROOT / "examples/cosim/motor.toml"

    def test_stability(self):
        found = sunder.stability(self.SYSTEM)
        self.assertEqual(found.verdict, "stable")
        self.assertIn("<svg", found._repr_html_())
        self.assertEqual(sunder.stability(self.SYSTEM, communication_step=100).verdict, "unstable")
        with self.assertRaises(sunder.Error):
            sunder.stability(self.SYSTEM, communication_step=-1)
        with self.assertRaises(ValueError):
            sunder.stability(self.SYSTEM, search="everywhere")
        with self.assertRaises(sunder.Error):
            sunder.stability("nothing.toml")

    def test_cosim(self):
        run = sunder.cosim(self.SYSTEM, stop=1)
        self.assertTrue(run.status)
        self.assertEqual(run.time[-1], 1)
        self.assertGreater(len(list(run)), 1)
        self.assertIn("<svg", run._repr_html_())
        with self.assertRaises(sunder.Error):
            sunder.cosim(self.SYSTEM, stop=-1)
        with self.assertRaises(TypeError):
            sunder.cosim(self.SYSTEM, adaptive="yes")

    def test_compare(self):
        motor = sunder.load(MOTOR)
        rough, fine = motor.simulate(method="cvode", tolerance=1e-3), motor.simulate(method="cvode", tolerance=1e-9)
        comparison = sunder.compare(rough, fine, measure="range")
        self.assertEqual(comparison.measure, "range")
        self.assertTrue(1e-9 < comparison.epsilon < 0.1)
        self.assertIn("epsilon", repr(comparison))
        with self.assertRaises(TypeError):
            sunder.compare(rough, 3)
        with self.assertRaises(ValueError):
            sunder.compare(rough, fine, measure="taste")
        with self.assertRaisesRegex(sunder.Error, "nothing.csv"):
            sunder.compare(rough, "nothing.csv")


class Stopping(unittest.TestCase):
    def test_callback_sees_and_stops(self):
        model = sunder.load(text=ENDLESS)
        seen = []

        def watch(task, fraction, detail):
            seen.append((task, fraction, threading.current_thread() is threading.main_thread()))
            return len(seen) < 3

        began = time.monotonic()
        result = model.simulate(stop=9e6, method="rk4", step=1e-2, intervals=100000, progress=watch)
        self.assertLess(time.monotonic() - began, 30)
        self.assertTrue(result.interrupted)
        self.assertFalse(result.status)
        self.assertGreater(result.status.time, 0)
        self.assertEqual(len(seen), 3)
        self.assertTrue(all(main for _, _, main in seen))
        self.assertIn("Endless", seen[0][0])
        self.assertTrue(all(0 <= fraction <= 1 for _, fraction, _ in seen))

    def test_callback_that_raises(self):
        def fail(*_):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            sunder.load(text=ENDLESS).simulate(stop=9e6, method="rk4", step=1e-2, intervals=10, progress=fail)

    def test_callback_that_cannot_be_called(self):
        with self.assertRaises(TypeError):
            sunder.load(text=ENDLESS).simulate(stop=9e6, method="rk4", step=1e-2, intervals=10, progress=3)

    def test_ctrl_c(self):
        code = ("import sys; sys.path.insert(0, 'tests/python')\n"
                "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background ignores it\n"
                "import sunder; from models import ENDLESS\n"
                "m = sunder.load(text=ENDLESS)\n"
                "try:\n"
                "    m.simulate(stop=9e6, method='rk4', step=1e-2, intervals=10, progress=lambda *_: print('runs', flush=True))\n"
                "except KeyboardInterrupt:\n"
                "    print('stopped', m.simulate(stop=1).status)\n")
        child = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            self.assertEqual(child.stdout.readline(), "runs\n")
            os.kill(child.pid, signal.SIGINT)
            rest, _ = child.communicate(timeout=60)
        finally:
            child.kill()
            child.wait()
            child.stdout.close()
        self.assertEqual(child.returncode, 0)
        self.assertIn("stopped reached the stop time", rest)

    def test_other_threads_go_on(self):
        """the interpreter's lock is free while a run is under way"""
        model = sunder.load(text=ENDLESS)
        count = 0
        running = threading.Event()

        def progress(*_):
            running.set()
            return count < 1000

        def work():
            model.simulate(stop=9e6, method="rk4", step=1e-2, intervals=10, progress=progress)

        thread = threading.Thread(target=work)
        thread.start()
        self.assertTrue(running.wait(30))
        while thread.is_alive():
            count += 1
            time.sleep(0.0001)
        thread.join()
        self.assertGreaterEqual(count, 1000)
