package P
  function base
    input Real u;
    output Real y;
  algorithm
    y := u;
  end base;
  function other
    extends base;
  algorithm
    y := 2*u;
  end other;
  model D
    outer function f = base;
    Real y = f(time);
  end D;
  model E
    inner function f = other;
    D d;
  end E;
end P;
// run: check $FILE --model P.E
// status: 1
//err| $FILE:14:5: error[E0203]: classes that are outer are not supported yet
//err|         outer function f = base;
//err|         ^~~~~~~~~~~~~~~~~~~~~~~
//err|   help: a replaceable class can be redeclared from outside
