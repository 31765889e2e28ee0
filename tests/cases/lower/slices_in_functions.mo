// Inside of a function, a call for every element of a slice, whose size an argument says.
package P
  function twice
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
  end twice;
  function first
    input Real u[:];
    input Integer n;
    output Real y[n];
  protected
    Real p[size(u, 1)];
  algorithm
    p := u .+ 1;
    y := twice(p[1:n]);
    y[size(p[1:n], 1)] := 100;
  end first;
  model M
    parameter Integer n = 3;
    Real x[5] = {time, 2*time, 3*time, 4*time, 5*time};
    Real y[n] = first(x, n);
    discrete Real z[n];
  algorithm
    when sample(0, 0.5) then
      z := first(x, n);
    end when;
  end M;
end P;
// run: simulate $FILE --model P.M --json
// json: final.[y[2]] ~ 6 1e-12
// json: final.[y[3]] ~ 100 1e-12
// json: final.[z[1]] ~ 4 1e-12
