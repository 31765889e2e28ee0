// Values of functions with many elements are computed once, and sections write arrays in place: both in a few seconds
// where a time per element that grows with their number would take minutes.
package P
  constant Integer n = 30000;
  function squares
    input Real u[:];
    output Real y[size(u, 1)];
  algorithm
    for i in 1:size(u, 1) loop
      y[i] := u[i]^2;
    end for;
  end squares;
  model M
    parameter Real p[n] = squares(linspace(0, 1, n));
    Real x[n];
    Real y = p[n] + x[n];
  algorithm
    for i in 1:n loop
      x[i] := time*i;
    end for;
  end M;
end P;
// run: check $FILE --model P.M --until dae
//out| P.M: the model is sound as far as the stage 'dae'
