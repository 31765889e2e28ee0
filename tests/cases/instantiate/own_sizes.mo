// A size may be written by another one of the same array; an array of a class that holds itself is refused, and what uses
// its elements stays silent.
package OwnSizes
  block System
    parameter Real A[:, size(A, 1)];
    parameter Real B[size(A, 1), :];
    Real x[size(A, 1)](each start=1, each fixed=true);
  equation
    der(x) = A*x + B*{1};
  end System;
  model M
    System s(A=[0, 1; -2, -3], B=[0; 1]);
    annotation(experiment(StopTime=1));
  end M;
  model Shape
    parameter Real A[:, size(A, 1)] = [1, 2, 3; 3, 4, 5];
  end Shape;
  model Own
    parameter Real A[size(A, 1)] = {1, 2};
  end Own;
  model Within
    parameter Integer p[3] = {3, 1, 2};
    Within w[3, 2];
    Real f[2] = w[p[1], :];
  end Within;
end OwnSizes;
// run: simulate $FILE --model OwnSizes.M --method rosenbrock --tolerance 1e-9 --json
// json: final.[s.x[1]] ~ 1.0327559575 1e-7
// run: check $FILE --model OwnSizes.Shape
// status: 1
//err| $FILE:16:39: error[E0205]: 'A' is Real[2, 2], its value Integer[2, 3]
//err|         parameter Real A[:, size(A, 1)] = [1, 2, 3; 3, 4, 5];
//err|                                           ^~~~~~~~~~~~~~~~~~
// run: check $FILE --model OwnSizes.Own
// status: 1
//err| $FILE:19:20: error[E0210]: the size of 'A' depends on itself
//err|         parameter Real A[size(A, 1)] = {1, 2};
//err|                        ^
// run: check $FILE --model OwnSizes.Within
// status: 1
//err| $FILE:23:12: error[E0210]: class 'OwnSizes.Within' contains or extends itself
//err|         Within w[3, 2];
//err|                ^
