// Types that make a variable of a function an input or an output.
package P
  type In = input Real;
  type Out = output Real[3];
  function f
    In u;
    In v = 2;
    Out y;
  algorithm
    y := {u, u*v, u*3};
  end f;
  model M
    Real x[3] = f(time);
    Real z[3] = f(time, 5);
  end M;
end P;
// run: simulate $FILE --model P.M --json
// json: final.[x[2]] ~ 2 1e-12
// json: final.[x[3]] ~ 3 1e-12
// json: final.[z[2]] ~ 5 1e-12
