// A function chooses between arrays whose sizes differ; what it is given decides.
package ChoicesOfSizes
  function points
    input Real first;
    input Real last;
    input Integer n;
    output Real x[n];
  algorithm
    x := if n == 1 then {first} else linspace(first, last, n);
  end points;
  model M
    parameter Real a = 1;
    parameter Real b[3] = points(a, 2, 3);
    Real x[3](start = points(a, 3, 3), each fixed = true);
    Real y[1] = points(a + time, 7, 1);
  equation
    der(x) = b;
  end M;
end ChoicesOfSizes;
// run: simulate $FILE --model ChoicesOfSizes.M --stop 1 --method cvode --json
// json: final[x[1]] ~ 2 1e-9
// json: final[x[2]] ~ 3.5 1e-9
// json: final[x[3]] ~ 5 1e-9
// json: final[y[1]] == 2
