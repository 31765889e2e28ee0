// Arrays in functions keep the size they were declared with, unless that is open; found where it is computed and where
// it is written out.
package P
  function grown
    input Integer n;
    input Real u = 1;
    output Real y[n];
  algorithm
    y := fill(u, n + 1);
  end grown;
  function open
    input Integer n;
    input Real u;
    output Real y;
  protected
    Real w[:];
  algorithm
    w := fill(u, n);
    w := cat(1, w, {2*u});
    y := sum(w);
  end open;
  model Computed
    Real z[2] = grown(2);
  end Computed;
  model WrittenOut
    Real z[2] = grown(2, time);
  end WrittenOut;
  model Open
    Real z = open(2, time);
  end Open;
end P;
// run: check $FILE --model P.Computed
// status: 1
//err| $FILE:9:5: error[E0205]: 'y' has size 2 in dimension 1, the value 3
//err|         y := fill(u, n + 1);
//err|         ^
// run: check $FILE --model P.WrittenOut
// status: 1
//err| $FILE:9:5: error[E0205]: 'y' has size 2 in dimension 1, the value 3
//err|         y := fill(u, n + 1);
//err|         ^
// run: simulate $FILE --model P.Open --stop 1 --json
// json: final.z ~ 4 1e-12
