// function f = g(a = k) reads k of the model wherever it is called without a: in the order of parameters, in events, as an argument.
package P
  function base
    input Real x;
    input Real a = 1;
    output Real y;
  algorithm
    y := a*x;
  end base;
  partial function one
    input Real x;
    output Real y;
  end one;
  function twice
    input one f;
    input Real x;
    output Real y;
  algorithm
    y := 2*f(x);
  end twice;
  model M
    replaceable function f = base(a = k);
    parameter Real d = f(2) "stands before what it needs";
    parameter Real k = 3*z;
    parameter Real z = 2;
    parameter Real e = twice(f, 1);
    Real v = 10*time;
    function g = base(a = v);
    Real w = g(2);
    Real x(start = d, fixed = true);
  equation
    der(x) = 0;
  end M;
  model Inherits "a function that is inherited reads the parameters of the component it stands in"
    extends Holds;
    Real w = scaled(time);
  end Inherits;
  model Holds
    parameter Real b = 2, c = 1;
    function scaled = base(a = b*c);
  end Holds;
  model Two
    Inherits one(c = 5), other;
  end Two;
end P;
// run: check $FILE --model P.M --dump=dae
//out| dae P.M: 8 variables, 3 equations, 0 initial equations, 6 shapes
//out| variables
//out|   parameter Real d "stands before what it needs"
//out|   parameter Real k
//out|   parameter Real z
//out|   parameter Real e
//out|   Real v
//out|   Real w
//out|   Real x(start = d, fixed = true)
//out|   Real der(x)
//out| parameters
//out|   z := 2
//out|   k := 3*z
//out|   d := 2*k
//out|   e := 2*k
//out| equations
//out|   v = 10*time
//out|   w = 2*v
//out|   der(x) = 0
// run: simulate $FILE --model P.Two --stop 1 --method cvode --json
// json: final[one.w] == 10
// json: final[other.w] == 2
