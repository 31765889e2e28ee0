// What OpenModelica prints when it has flattened a model: paths are names, arrays are their elements, functions and
// records stand in front with their whole names.
function Lib.Maths.square "a function"
  input Real u;
  output Real y;
algorithm
  y := u * u;
end Lib.Maths.square;

record Lib.Pair
  Real first;
  Real second;
end Lib.Pair;

function Lib.make
  input Real a;
  output Lib.Pair p;
algorithm
  p.first := a;
  p.second := 2.0 * a;
end Lib.make;

class Lib.Examples.Oscillator "two masses on springs"
  parameter Real spring.c(quantity = "TranslationalSpringConstant", unit = "N/m", min = 0.0) = 4.0 "stiffness";
  final parameter Real body[1].m = 1.0;
  final parameter Real body[2].m = 2.0 * body[1].m;
  Real body[1].s(start = 1.0, fixed = true, unit = "m") "position";
  Real body[1].v(start = 0.0, fixed = true);
  Real body[2].s(start = 0.0, fixed = true);
  Real body[2].v(start = 0.0, fixed = true);
  Real force.f[1];
  Real force.f[2];
  Real one.element[1];
  Lib.Pair pair.p;
  output Real energy;
  protected Boolean body[1].high(start = false);
initial equation
  pre(body[1].high) = false;
equation
  der(body[1].s) = body[1].v;
  der(body[2].s) = body[2].v;
  body[1].m * der(body[1].v) = force.f[1];
  body[2].m * der(body[2].v) = force.f[2];
  force.f[1] = -spring.c * (body[1].s - body[2].s);
  force.f[2] = -force.f[1];
  one.element[1] = force.f[1] + force.f[2];
  pair.p = Lib.make(body[1].s);
  energy = 0.5 * (body[1].m * Lib.Maths.square(body[1].v) + body[2].m * Lib.Maths.square(body[2].v)) + 0.5 * spring.c * Lib.Maths.square(pair.p.first - body[2].s);
  body[1].high = body[1].v > 0.5;
  annotation(experiment(StopTime = 1.0));
end Lib.Examples.Oscillator;
// run: check $FILE --json
// json: model == "'Lib.Examples.Oscillator'"
// json: states == ["'body[1].s'", "'body[1].v'", "'body[2].s'", "'body[2].v'"]
// run: simulate $FILE --method rosenbrock --tolerance 1e-9 --json
// json: final.energy ~ 2 1e-6
// json: final['body[1].s'] ~ -0.17993715316659525 1e-6
// json: final['pair.p'.second] ~ -0.3598743063331905 1e-6
// json: final['one.element'[1]] == 0
// run: simulate $FILE --method rosenbrock --tolerance 1e-9 --set 'spring.c'=9 --json
// json: final.energy ~ 4.5 1e-6
