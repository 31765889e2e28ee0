// Functions that name what gives an input from the output. The inverse of the square is the negative root here, so that
// the results tell that it was taken.
package Inverses
  function square
    input Real x;
    input Real k;
    output Real y;
  algorithm
    y := k*x*x;
    annotation(inverse(x = root(y, k)));
  end square;
  function root
    input Real y;
    input Real k;
    output Real x;
  algorithm
    x := -sqrt(y/k);
  end root;
  model Taken
    Real x(start = 1);
    parameter Real k = 4;
  equation
    square(x, k) + 1 = 2 + time;
    annotation(experiment(StopTime = 8));
  end Taken;
  // not used where the function gives its output
  model Forward
    Real x = time, y = square(x, 2);
    annotation(experiment(StopTime = 3));
  end Forward;
  // an argument by name, a record among the others
  record Data
    Real a, b;
  end Data;
  function line
    input Data d;
    input Real x;
    output Real y;
  algorithm
    y := d.a + d.b*abs(x)*x;
    annotation(inverse(x = line_x(y = y, d = d)));
  end line;
  function line_x
    input Data d;
    input Real y;
    output Real x;
  algorithm
    x := sign((y - d.a)/d.b)*sqrt(abs((y - d.a)/d.b));
  end line_x;
  model Records
    Real x(start = -5);
  equation
    line(Data(1, 2), x) = 1 + 2*time^2;
    annotation(experiment(StopTime = 3));
  end Records;
  // solved for what has no inverse: as it is written
  model Other
    Real k(start = 1);
  equation
    square(2, k) = time + 4;
    annotation(experiment(StopTime = 4));
  end Other;
end Inverses;
// run: simulate $FILE --model Inverses.Taken --method cvode --json
// json: final.x ~ -1.5 1e-12
// run: simulate $FILE --model Inverses.Forward --method cvode --json
// json: final.y ~ 18 1e-12
// run: simulate $FILE --model Inverses.Records --method cvode --json
// json: final.x ~ 3 1e-9
// run: simulate $FILE --model Inverses.Other --method cvode --json
// json: final.k ~ 2 1e-9
