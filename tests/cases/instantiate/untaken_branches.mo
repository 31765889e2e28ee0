// What stands in a branch that is not taken need not exist.
package Untaken
  model One
    parameter Integer n = 1;
    parameter Real a[n] = if n > 1 then linspace(0, 3, n) else {1.5};
    Real x(start = a[1], fixed = true);
  equation
    der(x) = 0;
    annotation(experiment(StopTime = 1));
  end One;
  model Taken
    parameter Integer n = 1;
    parameter Real a[n] = if n > 0 then linspace(0, 3, n) else {1.5};
  end Taken;
end Untaken;
// run: simulate $FILE --model Untaken.One --method cvode --json
// json: final.x == 1.5
// run: simulate $FILE --model Untaken.One --set n=4 --method cvode --json
// json: final[a[2]] == 1
// run: check $FILE --model Untaken.Taken
// status: 1
//err| $FILE:13:56: error[E0205]: linspace needs at least 2 points, at most 100 million
//err|         parameter Real a[n] = if n > 0 then linspace(0, 3, n) else {1.5};
//err|                                                            ^
