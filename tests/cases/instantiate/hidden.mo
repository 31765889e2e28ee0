// Names that hide others.
package Hides
  constant Integer n = 3;
  function total
    input Real x[:];
    input Integer i = 2;
    output Real y = 0;
  algorithm
    for i in 1:size(x, 1) loop
      y := y + x[i];
    end for;
  end total;
  model M
    parameter Integer n = 2;
    Real k = time;
    Real x[n];
    Real y = total(x) + sum(k*k for k in 1:2) + k;
    Real z[2, 2];
  equation
    for k in 1:n loop
      x[k] = k*time;
    end for;
    for i in 1:2 loop
      z[i, :] = {i + i for i in 1:2};
    end for;
  end M;
  // nothing is hidden: what is around cannot be seen, or has another kind
  encapsulated model Apart
    parameter Integer n = 2;
    function total
      input Real x;
      output Real y = x;
    end total;
    Real x = total(n*time);
  end Apart;
  model Beside
    Real a[2] = {i*time for i in 1:2};
    Real b[2] = {i*time for i in 1:2};
  end Beside;
end Hides;
// run: check $FILE --model Hides.M --until flat
//out| Hides.M: the model is sound as far as the stage 'flat', with 8 equations and as many unknowns
//err| $FILE:9:9: warning[W0205]: 'i' hides something else of this name
//err|         for i in 1:size(x, 1) loop
//err|             ^
//err|   note: $FILE:6:19: which is declared here
//err|         input Integer i = 2;
//err|                       ^
//err| $FILE:14:23: warning[W0205]: 'n' hides something else of this name
//err|         parameter Integer n = 2;
//err|                           ^
//err|   note: $FILE:3:20: which is declared here
//err|       constant Integer n = 3;
//err|                        ^
//err| $FILE:17:37: warning[W0205]: 'k' hides something else of this name
//err|         Real y = total(x) + sum(k*k for k in 1:2) + k;
//err|                                         ^
//err|   note: $FILE:15:10: which is declared here
//err|         Real k = time;
//err|              ^
//err| $FILE:20:9: warning[W0205]: 'k' hides something else of this name
//err|         for k in 1:n loop
//err|             ^
//err|   note: $FILE:15:10: which is declared here
//err|         Real k = time;
//err|              ^
//err| $FILE:24:28: warning[W0205]: 'i' hides something else of this name
//err|           z[i, :] = {i + i for i in 1:2};
//err|                                ^
//err|   note: $FILE:23:9: which is declared here
//err|         for i in 1:2 loop
//err|             ^
// run: check $FILE --model Hides.Apart --until flat
//out| Hides.Apart: the model is sound as far as the stage 'flat', with 1 equation and as many unknowns
// run: check $FILE --model Hides.Beside --until flat
//out| Hides.Beside: the model is sound as far as the stage 'flat', with 4 equations and as many unknowns
