// A size may be written by another one of the same array that comes with its value, not by itself.
package OwnSizes
  model Square
    parameter Real a[:, size(a, 1)] = [1, 2; 3, 4];
    Real x = a[1, 2]*time;
  end Square;
  model Itself
    parameter Real a[:, size(a, 2)] = [1, 2; 3, 4];
  end Itself;
  model Circle
    parameter Real a[size(a, 2), size(a, 1)] = [1, 2; 3, 4];
  end Circle;
  model InFunction
    function f
      input Real a[:, size(a, 2)];
      output Real y = a[1, 1];
    algorithm
    end f;
    Real x = f([1, 2; 3, time]);
  end InFunction;
end OwnSizes;
// run: simulate $FILE --model OwnSizes.Square --method cvode --json
// json: final.x == 2
// run: check $FILE --model OwnSizes.Itself
// status: 1
//err| $FILE:8:25: error[E0210]: the size of 'a' depends on itself
//err|         parameter Real a[:, size(a, 2)] = [1, 2; 3, 4];
//err|                             ^~~~~~~~~~
// run: check $FILE --model OwnSizes.Circle
// status: 1
//err| $FILE:11:20: error[E0210]: the size of 'a' depends on itself
//err|         parameter Real a[size(a, 2), size(a, 1)] = [1, 2; 3, 4];
//err|                        ^
// run: check $FILE --model OwnSizes.InFunction
// status: 1
//err| $FILE:15:23: error[E0210]: the size of 'a' depends on itself
//err|           input Real a[:, size(a, 2)];
//err|                           ^~~~~~~~~~
