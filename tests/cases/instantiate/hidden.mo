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
// run: check $FILE --model Hides.M
// run: check $FILE --model Hides.Apart
// run: check $FILE --model Hides.Beside
