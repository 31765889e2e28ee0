// Constants of packages: by full name, inherited, and through every kind of import.
package P
  package C
    constant Real g[3] = {1, 2, 3};
    constant Integer n = size(g, 1);
    constant Real h = g[2]*n;
    constant String u = "m";
  end C;
  package D
    extends C;
    constant Real z = h + 1;
  end D;
  package Other
    constant Real g[3] = {7, 8, 9};
  end Other;
  model M
    import P.Other.*;
    import P.C.g;
    import Q = P.D;
    import P.C.{h, n};
    import zz = P.D.z;
    Real a[P.C.n] = C.g;
    Real b = h + Q.h + zz;
    Real c[n] = g*time "the named import hides the wildcard";
    Real d = Q.g[end];
    Real e(unit = C.u) = .P.C.g[1];
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: simulate $FILE --method cvode --json
// json: final[a[3]] == 3.0
// json: final.b == 19.0
// json: final[c[2]] == 2.0
// json: final.d == 3.0
// json: final.e == 1.0
