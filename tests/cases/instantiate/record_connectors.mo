// connector C = output R has a value like the record R.
package P
  record R
    Real a;
    Real b;
  end R;
  connector RO = output R;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model S
    RO i[2] = r;
    R r[2];
  equation
    r[1].a = time;
    r[1].b = 2;
    r[2].a = 3;
    r[2].b = 4*time;
  end S;
  model T
    S s;
    RO o[2];
    RO q = s.r[1];
  equation
    connect(s.i, o);
  end T;
  model Wrong
    Pin p = q;
    Pin q;
  equation
    q.v = 1;
  end Wrong;
end P;
// run: simulate $FILE --model P.T --json
// json: final.[o[1].a] ~ 1 1e-12
// json: final.[o[2].b] ~ 4 1e-12
// json: final.[q.b] ~ 2 1e-12
// run: check $FILE --model P.Wrong
// status: 1
//err| $FILE:29:13: error[E0204]: 'p' is a component: only variables and records have a value
//err|         Pin p = q;
//err|                 ^
