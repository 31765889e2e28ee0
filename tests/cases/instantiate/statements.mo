package P
  function horner
    input Real c[:];
    input Real x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end horner;
  function factorial
    input Integer n;
    output Integer f;
  algorithm
    f := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  function root
    input Real a;
    output Real x = 1;
    output Integer steps = 0;
  algorithm
    while abs(x*x - a) > 1e-12 loop
      x := 0.5*(x + a/x);
      steps := steps + 1;
      if steps > 50 then
        break;
      end if;
    end while;
  end root;
  function limited
    input Real x;
    input Real most = 1;
    output Real y;
  algorithm
    if x > most then
      y := most;
      return;
    end if;
    y := x;
  end limited;
  function sort
    input Real v[:];
    output Real w[size(v, 1)] = v;
  protected
    Real t;
  algorithm
    for i in 1:size(v, 1) loop
      for j in 1:size(v, 1) - i loop
        if w[j] > w[j + 1] then
          t := w[j];
          w[j] := w[j + 1];
          w[j + 1] := t;
        end if;
      end for;
    end for;
  end sort;
  partial function Shape
    input Real x;
    output Real y;
  end Shape;
  function parabola
    extends Shape;
    input Real a = 1;
  algorithm
    y := a*x^2;
  end parabola;
  function twice
    input Shape f;
    input Real x;
    output Real y = f(f(x));
  end twice;
  model M
    Real a = horner({1, 2, 3}, time);
    parameter Integer n = factorial(5);
    parameter Real r = root(2);
    Real b = limited(time);
    Real c = limited(time, most = 0.5);
    Real s[3] = sort({3*time, time, 2});
    Real q = twice(function parabola(a = 2), time);
    Real v[2] = limited({time, 2*time});
    annotation(experiment(StopTime = 2));
  end M;
end P;
// run: simulate $FILE --model P.M --method cvode --json
// json: final.a == 17
// json: final.n == 120
// json: final.r ~ 1.4142135623730951 1e-15
// json: final.b == 1
// json: final.c == 0.5
// json: final[s[1]] == 2
// json: final[s[3]] == 6
// json: final.q == 128
// json: final[v[1]] == 1
