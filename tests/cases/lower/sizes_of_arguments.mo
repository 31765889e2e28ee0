// Arrays that are given to functions have the sizes that are written for them.
package Sizes
  function weighted
    input Real u[:];
    input Real v[size(u, 1)];
    output Real y = u*v;
  algorithm
  end weighted;
  function first
    input Integer n;
    input Real v[n];
    output Real y = v[1];
  algorithm
  end first;
  function trace
    input Real a[:, size(a, 1)];
    output Real y = sum(a[i, i] for i in 1:size(a, 1));
  algorithm
  end trace;
  function longer
    input Real v[:];
    output Real y;
  protected
    Real w[size(v, 1) + 1] = v;
  algorithm
    y := w[1];
  end longer;
  model Fits
    Real x = weighted({1, 2}, {3, time}) + first(2, {time, 1}) + trace([time, 2; 3, 4]);
    parameter Real p = weighted({1, 2}, {3, 4});
    annotation(experiment(StopTime = 1));
  end Fits;
  model Longer
    Real x = weighted({1, 2}, {3, 4, time});
  end Longer;
  model ByNumber
    Real x = first(2, {3, 4, time});
  end ByNumber;
  model NotSquare
    Real x = trace([1, 2, time; 3, 4, 6]);
  end NotSquare;
  model Binding
    Real x = longer({1, time});
  end Binding;
  model AtOnce
    parameter Integer n = integer(weighted({1, 2}, {3, 4, 5}));
    Real x[n] = fill(time, n);
  end AtOnce;
end Sizes;
// run: simulate $FILE --model Sizes.Fits --method cvode --json
// json: final.x ~ 11 1e-12
// json: final.p == 11
// run: check $FILE --model Sizes.Longer
// status: 1
//err| $FILE:34:14: error[E0205]: the input 'v' of 'Sizes.weighted' has size 3 in dimension 1, where size(u, 1) is 2
//err|         Real x = weighted({1, 2}, {3, 4, time});
//err|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Sizes.ByNumber
// status: 1
//err| $FILE:37:14: error[E0205]: the input 'v' of 'Sizes.first' has size 3 in dimension 1, where n is 2
//err|         Real x = first(2, {3, 4, time});
//err|                  ^~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Sizes.NotSquare
// status: 1
//err| $FILE:40:14: error[E0205]: the input 'a' of 'Sizes.trace' has size 3 in dimension 2, where size(a, 1) is 2
//err|         Real x = trace([1, 2, time; 3, 4, 6]);
//err|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Sizes.Binding
// status: 1
//err| $FILE:24:30: error[E0205]: the value of 'w' has size 2 in dimension 1, where size(v, 1) + 1 is 3
//err|         Real w[size(v, 1) + 1] = v;
//err|                                  ^
// run: check $FILE --model Sizes.AtOnce
// status: 1
//err| $FILE:47:12: error[E0208]: the size of 'x' must be known at compile time: the input 'v' of 'Sizes.weighted' has size 3 in dimension 1, where size(u, 1) is 2
//err|         Real x[n] = fill(time, n);
//err|                ^
//err|   note: $FILE:46:35: because of this
//err|         parameter Integer n = integer(weighted({1, 2}, {3, 4, 5}));
//err|                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~
