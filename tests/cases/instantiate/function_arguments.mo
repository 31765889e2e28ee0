// Defaults may depend on other inputs; arrays are computed element by element; what a function computes twice is reused.
package P
  function f
    input Real a;
    input Real b = 2*a;
    input Real c = a + b;
    output Real y = a + 10*b + 100*c;
  end f;
  function rotate
    input Real v[3];
    input Real k = 1;
    output Real w[3] = k*{v[2], v[3], v[1]};
  end rotate;
  function ladder
    input Real x[2];
    output Real z[2];
  protected
    Real a[2] = {x[1] + x[2], x[1] - x[2]};
    Real b[2] = {a[1]*a[2], a[1] - a[2]};
  algorithm
    z := {b[1] + b[2], b[2]};
    z := 2*z;
  end ladder;
  model M
    Real a = f(1);
    Real b = f(1, c = 0);
    Real c = f(b = 3, a = 2);
    Real d[3] = rotate(rotate({1, 2, 3}*time, 2), k = 5);
    Real e[2] = ladder({3, 1}*time);
    Real g = sum(rotate({1, 2, 3}));
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: simulate $FILE --method cvode --json
// json: final.a == 321.0
// json: final.b == 21.0
// json: final.c == 532.0
// json: final[d[1]] == 30.0
// json: final[d[3]] == 20.0
// json: final[e[1]] == 20.0
// json: final[e[2]] == 4.0
// json: final.g == 6.0
