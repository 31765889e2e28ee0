// A function that calls itself with other numbers every time is made for all of them, not for each.
package Recursive
  partial function Scalar
    input Real x;
    output Real y;
  end Scalar;
  function square
    extends Scalar;
    input Real k;
  algorithm
    y := k*x*x;
  end square;
  function halves "Simpson's rule, in halves until both agree"
    input Scalar f;
    input Real a, b;
    input Real before;
    input Real tolerance;
    output Real area;
  protected
    Real m = (a + b)/2;
  algorithm
    area := (b - a)/6*(f(a) + 4*f(m) + f(b)) + 1e-3*(b - a)^3;
    if abs(area - before) > tolerance then
      area := halves(f, a, m, area/2, tolerance) + halves(f, m, b, area/2, tolerance);
    end if;
  end halves;
  model M
    parameter Real tolerance = 1e-6;
    Real x(start = 0, fixed = true);
    Real y = halves(function square(k = 3 + x), 0, 1, 0, tolerance);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = 1));
  end M;
end Recursive;
// run: simulate $FILE --model Recursive.M --method euler --step 0.5 --json
// json: final.y ~ 1.3333 1e-3
