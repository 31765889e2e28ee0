// Functions that name their derivative. What the statements themselves would give is zero or wrong here, so that the
// results tell which one was taken.
package Named
  // a staircase, meant as a straight line of slope 3
  function stairs
    input Real x;
    output Real y;
  algorithm
    y := 3*floor(1000*x)/1000;
    annotation(derivative = stairs_d);
  end stairs;
  function stairs_d
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 3*dx;
  end stairs_d;

  model Differentiated
    Real y = stairs(time^2);
    Real dy = der(y);
    annotation(experiment(StopTime = 2));
  end Differentiated;

  // a loop as long as values say: called, not written out
  function root
    input Real x;
    output Real y;
  protected
    Real last;
  algorithm
    y := 1;
    last := 0;
    while abs(y - last) > 1e-14 loop
      last := y;
      y := (y + x/y)/2;
    end while;
    annotation(derivative = root_d);
  end root;
  function root_d
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := dx/(2*root(x));
    annotation(derivative(order = 2) = root_dd);
  end root_d;
  function root_dd
    input Real x;
    input Real dx;
    input Real ddx;
    output Real ddy;
  algorithm
    ddy := ddx/(2*root(x)) - dx^2/(4*root(x)^3);
  end root_dd;

  // x = 1 + t^2, y = sqrt(x): y'' = 1/x^(3/2)
  model Twice
    Real y = root(1 + time^2);
    Real v = der(y);
    Real a = der(v);
    annotation(experiment(StopTime = 1));
  end Twice;

  // a solved equation needs the derivative in Newton's method: y + sqrt(y) = 2 + t
  model Solved
    Real y(start = 1);
  equation
    root(y) + y = 2 + time;
    annotation(experiment(StopTime = 4));
  end Solved;

  // what is left out by the annotation counts as constant, whatever it does
  function without
    input Real x;
    input Real k;
    output Real y;
  algorithm
    y := x*k;
    annotation(derivative(noDerivative = k) = without_d);
  end without;
  function without_d
    input Real x;
    input Real k;
    input Real dx;
    output Real dy;
  algorithm
    dy := dx*k;
  end without_d;
  model NoDerivative
    Real y = without(time, time);
    Real dy = der(y);
    annotation(experiment(StopTime = 2));
  end NoDerivative;

  // the first that fits: one for a constant factor, marked by a 10, and one for all
  function scaled
    input Real x;
    input Real k = 2;
    output Real y;
  algorithm
    y := x*k;
    annotation(derivative(zeroDerivative = k) = scaled_k, derivative = scaled_d);
  end scaled;
  function scaled_k
    input Real x;
    input Real k;
    input Real dx;
    output Real dy;
  algorithm
    dy := 10*dx*k;
  end scaled_k;
  function scaled_d
    input Real x;
    input Real k;
    input Real dx;
    input Real dk;
    output Real dy;
  algorithm
    dy := dx*k + x*dk;
  end scaled_d;
  model ZeroDerivative
    parameter Real p = 3;
    Real a = scaled(time, p);
    Real b = scaled(time, time);
    Real c = scaled(time);
    Real da = der(a), db = der(b), dc = der(c);
    annotation(experiment(StopTime = 2));
  end ZeroDerivative;

  // a motion whose rates are told, consistent or not: derivatives that do not depend on the rate of their input
  function told
    input Real u[3];
    input Real at;
    output Real q;
  algorithm
    q := u[1];
    annotation(derivative(noDerivative = u) = told_d);
  end told;
  function told_d
    input Real u[3];
    input Real at;
    input Real rate;
    output Real q;
  algorithm
    q := u[2];
    annotation(derivative(noDerivative = u, order = 2) = told_dd);
  end told_d;
  function told_dd
    input Real u[3];
    input Real at;
    input Real rate;
    input Real acceleration;
    output Real q;
  algorithm
    q := u[3];
  end told_dd;
  function later
    input Real u[3];
    input Real at;
    output Real q;
  algorithm
    q := u[1];
    annotation(derivative(noDerivative = u) = later_d, InlineAfterIndexReduction = true);
  end later;
  function later_d
    input Real u[3];
    input Real at;
    input Real rate;
    output Real q;
  algorithm
    q := u[2];
    annotation(derivative(noDerivative = u, order = 2) = told_dd, InlineAfterIndexReduction = true);
  end later_d;
  model ToldLater "written out after index reduction: not before, when its derivatives would be others"
    Real q, v = der(q), a = der(v);
  equation
    q = later({cos(time), 5*time, 7 + time}, time);
    annotation(experiment(StopTime = 1));
  end ToldLater;
  model Told
    Real q, v = der(q), a = der(v);
    Real same, w = der(same), b = der(w);
  equation
    q = told({cos(time), 5*time, 7 + time}, time);
    same = told({0, 0, 1}, time);
    annotation(experiment(StopTime = 1));
  end Told;

  // arrays, records and several outputs
  record Point
    Real x;
    Real y;
  end Point;
  function mixed
    input Point p;
    input Integer n;
    input Real u[2];
    output Real sum;
    output Integer count;
    output Point q;
  algorithm
    sum := floor(p.x + u[1]) + floor(p.y + u[2]);
    count := n;
    q := Point(floor(p.x), floor(u[2]));
    annotation(derivative = mixed_d);
  end mixed;
  function mixed_d
    input Point p;
    input Integer n;
    input Real u[2];
    input Point dp;
    input Real du[2];
    output Real dsum;
    output Point dq;
  algorithm
    dsum := n*(dp.x + du[1] + dp.y + du[2]);
    dq := Point(dp.x, 7*du[2]);
  end mixed_d;
  model Mixed
    Real s;
    Integer n;
    Point q;
    Real ds = der(s), dx = der(q.x), dy = der(q.y);
  equation
    (s, n, q) = mixed(Point(time, 2*time), 5, {3*time, 4*time});
    annotation(experiment(StopTime = 1));
  end Mixed;
end Named;
// run: simulate $FILE --model Named.Differentiated --method cvode --json
// json: final.dy ~ 12 1e-9
// run: simulate $FILE --model Named.Twice --method cvode --json
// json: final.y ~ 1.4142135623730951 1e-12
// json: final.v ~ 0.7071067811865475 1e-12
// json: final.a ~ 0.35355339059327373 1e-12
// run: simulate $FILE --model Named.Solved --method cvode --json
// json: final.y ~ 4 1e-9
// run: simulate $FILE --model Named.NoDerivative --method cvode --json
// json: final.dy ~ 2 1e-9
// run: simulate $FILE --model Named.ZeroDerivative --method cvode --json
// json: final.da ~ 30 1e-9
// json: final.db ~ 4 1e-9
// json: final.dc ~ 20 1e-9
// run: simulate $FILE --model Named.Told --method cvode --json
// json: final.q ~ 0.5403023058681398 1e-12
// json: final.v ~ 5 1e-12
// json: final.a ~ 8 1e-12
// json: final.b ~ 1 1e-12
// run: simulate $FILE --model Named.ToldLater --method cvode --json
// json: final.q ~ 0.5403023058681398 1e-12
// json: final.v ~ 5 1e-12
// json: final.a ~ 8 1e-12
// run: simulate $FILE --model Named.Mixed --method cvode --json
// json: final.ds ~ 50 1e-9
// json: final.dx ~ 1 1e-9
// json: final.dy ~ 28 1e-9
