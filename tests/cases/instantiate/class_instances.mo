// A class means what its modifications make of it: each name is looked up in the class as it is used.
package P
  package Base
    constant Integer n = 2;
    constant Integer m = 2*n;
    replaceable function f
      input Real x;
      output Real y = x;
    end f;
    function twice
      input Real x;
      output Real y = f(f(x));
    end twice;
    model Part
      Real v[n] = fill(1.0, n);
    end Part;
  end Base;
  package Five = Base(n = 5);
  package Other
    extends Base(n = 3);
    redeclare function f
      input Real x;
      output Real y = 10*x;
    end f;
  end Other;
  model M
    parameter Integer a = Base.m;
    parameter Integer b = Five.m;
    parameter Integer c = Other.m;
    Real d = Base.twice(1) + Other.twice(1);
    Five.Part part;
    Real s = sum(part.v);
  end M;
end P;
// run: simulate $FILE --model P.M --method cvode --stop 1 --json
// json: final.a == 4
// json: final.b == 10
// json: final.c == 6
// json: final.d == 101
// json: final.s == 5
