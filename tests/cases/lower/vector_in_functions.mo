// vector() of arrays whose sizes the function learns from its arguments.
model Vectors
  function column
    input Real T;
    input Integer n;
    output Real v[n];
  protected
    Real a[n, 1];
  algorithm
    for i in 1:n loop
      a[i, 1] := T*i;
    end for;
    v := vector(a);
  end column;
  function joined
    input Real T;
    input Integer n, m;
    output Real v[n];
  protected
    Real b[m];
  algorithm
    for i in 1:m loop
      b[i] := T*i;
    end for;
    v := vector([zeros(n - m, 1); b]);
  end joined;
  Real c[3] = column(time + 1, 3), j[3] = joined(time + 1, 3, 2), k[2] = joined(time + 1, 2, 2);
  Real c2 = c[2], c3 = c[3], j1 = j[1], j3 = j[3], k2 = k[2];
end Vectors;
// run: simulate $FILE --method cvode --stop 1 --json
// json: final.c2 ~ 4 1e-12
// json: final.c3 ~ 6 1e-12
// json: final.j1 ~ 0 1e-12
// json: final.j3 ~ 4 1e-12
// json: final.k2 ~ 4 1e-12
