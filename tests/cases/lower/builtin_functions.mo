// Functions that are operators of the language under another name, as libraries before version 4 declare them.
package BuiltinFunctions
  function arcus
    input Real u;
    output Real y;
    external "builtin" y = asin(u);
  end arcus;
  function tan2
    input Real a;
    input Real b;
    output Real y;
    external "builtin" y = atan2(a, b);
  end tan2;
  function exp "no call is written: the name is that of the operator"
    input Real u;
    output Real y;
    external "builtin";
  end exp;
  function root "the mathematical library of C"
    input Real u;
    output Real y;
    external "C" y = sqrt(u);
  end root;
  constant Real pi = 2*arcus(1.0);
  model M
    Real x(start = 0.5, fixed = true);
    Real n[integer(pi)] = {arcus(x), exp(x), root(x)};
    Real a = tan2(x, 2);
  equation
    der(x) = -arcus(x);
  end M;
  model Steps "the operator is solved and differentiated as if it stood there"
    Real z(start = 0.3);
    Real w;
  equation
    arcus(z) = 0.1 + 0.1*time;
    w = der(z);
  end Steps;
  model Unknown
    function nothing
      input Real u;
      output Real y;
      external "builtin" y = no_operator(u);
    end nothing;
    Real x = nothing(time);
  end Unknown;
  model TwoOutputs
    function two
      input Real u;
      output Real y;
      output Real z;
      external "builtin" sin(u);
    end two;
    Real x = two(time);
  end TwoOutputs;
end BuiltinFunctions;
// run: simulate $FILE --model BuiltinFunctions.M --stop 0.001 --method rk4 --step 0.001 --json
// json: final.x ~ 0.4994767033728588 1e-9
// run: simulate $FILE --model BuiltinFunctions.Steps --stop 1 --method rk4 --step 0.1 --json
// json: final.z ~ 0.19866933079506122 1e-9
// json: final.w ~ 0.09800665778412417 1e-9
// run: check $FILE --model BuiltinFunctions.Unknown
// status: 1
//err| $FILE:43:7: error[E0202]: unknown function '.no_operator'
//err|           external "builtin" y = no_operator(u);
//err|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model BuiltinFunctions.TwoOutputs
// status: 1
//err| $FILE:52:7: error[E0221]: a function that is an operator has one output
//err|           external "builtin" sin(u);
//err|           ^~~~~~~~~~~~~~~~~~~~~~~~~
