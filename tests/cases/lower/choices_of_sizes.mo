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
  function always
    input Real first;
    input Real last;
    input Integer n;
    output Real x[n];
  algorithm
    x := linspace(first, last, n);
  end always;
  model OnePoint
    Real y[1] = always(time, 7, 1);
  end OnePoint;
  model OneKnownPoint
    parameter Real y[1] = always(1, 7, 1);
  end OneKnownPoint;
end ChoicesOfSizes;
// run: simulate $FILE --model ChoicesOfSizes.M --stop 1 --method cvode --json
// json: final[x[1]] ~ 2 1e-9
// json: final[x[2]] ~ 3.5 1e-9
// json: final[x[3]] ~ 5 1e-9
// json: final[y[1]] == 2
// run: check $FILE --model ChoicesOfSizes.OnePoint
// status: 1
//err| $FILE:25:10: error[E0205]: linspace needs at least 2 points, not 1
//err|         x := linspace(first, last, n);
//err|              ^~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model ChoicesOfSizes.OneKnownPoint
// status: 1
//err| $FILE:25:10: error[E0205]: linspace needs at least 2 points, not 1
//err|         x := linspace(first, last, n);
//err|              ^~~~~~~~~~~~~~~~~~~~~~~~
