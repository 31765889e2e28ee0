model Roots "simultaneous equations with several solutions: bounds, homotopy, a solution far from the start, none that is determined"
  parameter Real lowest = 0;
  Real s(start = 1, fixed = true);
  Real above(start = 0.4, min = 0), below(start = 0.4, max = 0), nearest(start = 0.4);
  Real by_parameter(start = 0.4, min = lowest);
  Real p(start = 0.3, min = 0, max = 10), q(start = 0.3, min = 0);
  Real upper(start = 0), lower(start = 0), middle(start = 0);
  Real far(start = 1);
  Real mass = if s > 0.5 then 0 else 1, h(start = 7);
  output Real y = above + below + nearest + by_parameter + p + q + upper + lower + middle + far + h;
equation
  der(s) = -s + 0.01 * (above + below + nearest + p + upper + far);
  above^2 - above - 6 = 0.1 * s;
  below^2 - below - 6 = 0.1 * s;
  nearest^2 - nearest - 6 = 0.1 * s;
  by_parameter^2 - by_parameter - 6 = 0.2 * s;
  p^2 + q^2 = 5 + s;
  p * q = 2;
  upper = homotopy(3 * tanh(2 * upper) + 0.1 * s, 1);
  lower = homotopy(3 * tanh(2 * lower) + 0.1 * s, -1);
  middle = 3 * tanh(2 * middle);
  far^3 - 2 * far + 2 = 0.1 * s;
  mass * h = mass * s;
  annotation(experiment(StopTime = 2));
end Roots;
