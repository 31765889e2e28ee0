"""Loading models, parameters, derivatives, analyses."""
import gc
import threading
import unittest

import numpy as np

import sunder
from models import DRIVEN, MOTOR


class Loading(unittest.TestCase):
    def test_file_and_text(self):
        motor = sunder.load(MOTOR)
        self.assertEqual(motor.name, "DCMotor")
        self.assertEqual(motor.states, ["I", "omega", "phi"])
        self.assertEqual(sunder.load(text=MOTOR.read_text()).states, motor.states)

    def test_parameters_may_be_structural(self):
        self.assertEqual(sunder.load(text=DRIVEN, parameters={"n": 3, "T": 0.1}).states, ["x[1]", "x[2]", "x[3]"])

    def test_chooses_the_class(self):
        two = "model A Real x(start=0,fixed=true); equation der(x)=1; end A; model B Real z(start=0,fixed=true); equation der(z)=1; end B;"
        self.assertEqual(sunder.load(text=two, model="A").states, ["x"])

    def test_text_that_does_not_parse(self):
        with self.assertRaises(sunder.Error) as caught:
            sunder.load(text="model Broken\n  Real x\nequation\n  x = 1;\nend Broken;")
        first = caught.exception.diagnostics[0]
        self.assertEqual(first.severity, "error")
        self.assertRegex(first.code, r"E\d{4}")
        self.assertEqual(first.line, 2)
        self.assertTrue(first.file)
        self.assertIn("^", str(caught.exception))
        self.assertIn("Real x", str(caught.exception))

    def test_missing_file(self):
        with self.assertRaisesRegex(sunder.Error, "nothing.mo"):
            sunder.load("nothing.mo")

    def test_unknown_parameter(self):
        with self.assertRaisesRegex(sunder.Error, "JJ") as caught:
            sunder.load(MOTOR, parameters={"JJ": 3})
        self.assertTrue(caught.exception.diagnostics[0].code)

    def test_unknown_class(self):
        with self.assertRaisesRegex(sunder.Error, "Nobody"):
            sunder.load(MOTOR, model="Nobody")

    def test_wrong_types(self):
        for wrong in ({"text": 3}, {"text": "x", "file": "y"}, {}, {"text": DRIVEN, "parameters": {"T": object()}},
                      {"text": DRIVEN, "model": 7}, {"text": DRIVEN, "inputs": {"u": 3}}):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                sunder.load(wrong.pop("file", None), **wrong)
        with self.assertRaisesRegex(ValueError, "llvm"):
            sunder.load(MOTOR, back_end="fortran")
        with self.assertRaisesRegex(ValueError, "nan"):
            sunder.load(MOTOR, parameters={"J": float("nan")})

    def test_back_ends_agree(self):
        a = sunder.load(MOTOR).simulate(method="rk4", step=0.01)
        b = sunder.load(MOTOR, back_end="interpreter").simulate(method="rk4", step=0.01)
        self.assertTrue(np.array_equal(a["I"], b["I"]))


class ParametersOfAModel(unittest.TestCase):
    def test_mapping(self):
        motor = sunder.load(MOTOR)
        self.assertEqual(motor.parameters["J"], 1500)
        self.assertEqual(len(motor.parameters), 7)
        self.assertEqual(set(motor.parameters), {"L", "R", "J", "b", "km", "u", "tau"})
        motor.parameters["J"] = 100
        self.assertEqual(motor.parameters["J"], 100)
        fast = motor.simulate().final["omega"]
        motor.parameters.reset()
        self.assertEqual(motor.parameters["J"], 1500)
        slow = motor.simulate().final["omega"]
        self.assertNotEqual(fast, slow)
        self.assertEqual(fast, sunder.load(MOTOR, parameters={"J": 100}).simulate().final["omega"])

    def test_structural_one_is_refused(self):
        model = sunder.load(text=DRIVEN)
        with self.assertRaises(sunder.Error) as caught:
            model.parameters["n"] = 3
        self.assertRegex(str(caught.exception), r"load\(.*parameters=")
        self.assertIn("parameters=", caught.exception.diagnostics[0].help)
        self.assertEqual(model.parameters["n"], 2)

    def test_unknown_ones(self):
        motor = sunder.load(MOTOR)
        with self.assertRaisesRegex(sunder.Error, "Jay"):
            motor.parameters["Jay"] = 1
        with self.assertRaises(sunder.Error):
            motor.parameters["omega"] = 1
        with self.assertRaisesRegex(KeyError, "Jay"):
            motor.parameters["Jay"]
        for wrong in ("1", [1, 2], None, b"1"):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                motor.parameters["J"] = wrong
        with self.assertRaises(TypeError):
            motor.parameters[3] = 1
        with self.assertRaises(TypeError):
            del motor.parameters["J"]


class Derivatives(unittest.TestCase):
    def test_right_hand_side_and_jacobian(self):
        motor = sunder.load(MOTOR)
        dx = motor.rhs(0, [10, 2, 0])
        np.testing.assert_allclose(dx, [(-0.05 * 10 - 6.785 * 2 + 500) / 0.003, (6.785 * 10 - 0.001 * 2 - 2500) / 1500, 2])
        jacobian = motor.jacobian(0, [10, 2, 0]).toarray()
        np.testing.assert_allclose(jacobian, [[-0.05 / 0.003, -6.785 / 0.003, 0], [6.785 / 1500, -0.001 / 1500, 0], [0, 1, 0]])
        motor.parameters["u"] = 0
        self.assertAlmostEqual(motor.rhs(0, [0, 0, 0])[0], 0)

    def test_with_scipy(self):
        from scipy.integrate import solve_ivp

        motor = sunder.load(MOTOR)
        found = solve_ivp(motor.rhs, (0, 8), [0, 0, 0], method="BDF", jac=motor.jacobian, rtol=1e-8, atol=1e-8)
        self.assertAlmostEqual(found.y[1, -1], motor.simulate(method="cvode", tolerance=1e-9).final["omega"], places=3)

    def test_inputs(self):
        model = sunder.load(text=DRIVEN)
        np.testing.assert_allclose(model.rhs(0, [1, 1]), [-2, -2])
        np.testing.assert_allclose(model.rhs(0, [1, 1], u={"u": 2}), [2, 2])
        np.testing.assert_allclose(model.rhs(0, [1, 1], u=[3]), [4, 4])
        np.testing.assert_allclose(model.rhs(0, [1, 1]), [-2, -2])
        with self.assertRaises(KeyError):
            model.rhs(0, [1, 1], u={"v": 2})
        with self.assertRaises(KeyError):
            model.rhs(0, [1, 1], u={})
        with self.assertRaisesRegex(ValueError, "1 inputs"):
            model.rhs(0, [1, 1], u=[1, 2])
        with self.assertRaisesRegex(ValueError, "1 inputs"):
            model.rhs(0, [1, 1], u=[])

    def test_relations_follow_the_point(self):
        model = sunder.load(text="model R Real x(start=1,fixed=true); equation der(x) = if x > 0 then -1 else 1; end R;")
        self.assertEqual(list(model.rhs(0, [2.0])), [-1])
        self.assertEqual(list(model.rhs(0, [-2.0])), [1])

    def test_wrong_shapes_and_types(self):
        motor = sunder.load(MOTOR)
        for function in (motor.rhs, motor.jacobian):
            for wrong in ([1, 2], [[1, 2, 3]], 5.0, []):
                with self.subTest(wrong=wrong), self.assertRaisesRegex(ValueError, "3 states"):
                    function(0, wrong)
            for wrong in ("abc", [1, "b", 3], None, {"I": 1}):
                with self.subTest(wrong=wrong), self.assertRaises((TypeError, ValueError)):
                    function(0, wrong)
            with self.assertRaises(TypeError):
                function("now", [1, 2, 3])


class Analyses(unittest.TestCase):
    def test_check(self):
        check = sunder.load(MOTOR).check()
        self.assertEqual(check.state_count, 3)
        self.assertEqual(check["states"], ["I", "omega", "phi"])
        self.assertIn("DCMotor", repr(check))
        with self.assertRaises(AttributeError):
            check.nothing

    def test_analyze(self):
        analysis = sunder.load(MOTOR).analyze()
        self.assertAlmostEqual(analysis.time_scales["I"], 0.12)
        self.assertEqual(analysis.time_scales["phi"], float("inf"))
        self.assertEqual(analysis.fast, ["I"])
        self.assertEqual(analysis.slow, ["omega", "phi"])
        self.assertAlmostEqual(analysis.step, 0.28)
        self.assertIn("<table>", analysis._repr_html_())
        self.assertIn("120 ms", repr(analysis))

    def test_analyze_refuses(self):
        motor = sunder.load(MOTOR)
        with self.assertRaises(sunder.Error):
            motor.analyze(fast=["nobody"])
        with self.assertRaises(sunder.Error):
            motor.analyze(alpha=3)
        with self.assertRaisesRegex(ValueError, "steady"):
            motor.analyze(at="there")
        with self.assertRaises(TypeError):
            motor.analyze(parts="two")

    def test_linearize(self):
        system = sunder.load(text=DRIVEN).linearize()
        np.testing.assert_allclose(system.a, -2 * np.eye(2))
        np.testing.assert_allclose(system.b, [[2], [2]])
        np.testing.assert_allclose(system.c, [[1, 0]])
        np.testing.assert_allclose(system.d, [[0]])
        self.assertEqual(system.to_scipy().A.shape, (2, 2))
        with self.assertRaises(ValueError):
            sunder.load(text=DRIVEN).linearize(at=["initial", "steady"])

    def test_reduce(self):
        with self.assertWarnsRegex(sunder.ModelWarning, "not seen by any output"):
            reduced = sunder.load(text=DRIVEN).reduce(order=1)
        self.assertEqual(reduced.order, 1)
        self.assertEqual(reduced.a.shape, (1, 1))
        self.assertIn("<svg", reduced._repr_html_())
        with self.assertRaises(sunder.Error):
            sunder.load(MOTOR).reduce(order=1)  # neither inputs nor outputs
        with self.assertRaises(ValueError):
            sunder.load(text=DRIVEN).reduce(order=-1)

    def test_report(self):
        report = sunder.load(MOTOR).report()
        self.assertIn("</html>", report.page)
        self.assertTrue(report._repr_html_().startswith("<iframe"))


class Lives(unittest.TestCase):
    """Models, results and arrays may outlive each other."""

    def test_array_outlives_all(self):
        motor = sunder.load(MOTOR)
        result = motor.simulate()
        current = result["I"]
        before = current.copy()
        del motor, result
        gc.collect()
        for _ in range(3):
            sunder.load(MOTOR).simulate()
        self.assertTrue(np.array_equal(current, before))
        with self.assertRaises(ValueError):
            current[0] = 1

    def test_parameters_outlive_the_model(self):
        parameters = sunder.load(MOTOR).parameters
        gc.collect()
        parameters["J"] = 2
        self.assertEqual(parameters["J"], 2)

    def test_result_outlives_the_model(self):
        result = sunder.load(MOTOR).simulate()
        gc.collect()
        self.assertEqual(len(result["omega"]), len(result.time))
        self.assertIn("omega", repr(result))

    def test_threads(self):
        motor = sunder.load(MOTOR)
        expected = motor.simulate(method="rk4", step=0.001).final
        rate = motor.rhs(0, [1, 2, 3])
        wrong = []

        def work():
            for _ in range(5):
                if motor.simulate(method="rk4", step=0.001).final != expected or not np.array_equal(motor.rhs(0, [1, 2, 3]), rate):
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
