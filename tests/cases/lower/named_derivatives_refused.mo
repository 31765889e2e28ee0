// Derivatives and inverses that do not fit their function.
package Wrong
  function f_d
    input Real x;
    output Real y;
  algorithm
    y := x;
  end f_d;
  model Inputs
    function f
      input Real x;
      output Real y;
    algorithm
      y := x;
      annotation(derivative = f_d);
    end f;
    Real y = f(time);
  end Inputs;
  model Unknown
    function f
      input Real x;
      output Real y;
    algorithm
      y := x;
      annotation(derivative = f_dd);
    end f;
    Real y = f(time);
  end Unknown;
  model NoInput
    function f
      input Real x;
      output Real y;
    algorithm
      y := x;
      annotation(derivative(noDerivative = z) = f_d);
    end f;
    Real y = f(time);
  end NoInput;
  model Inverse
    function f
      input Real x;
      input Real k;
      output Real y;
    algorithm
      y := k*x;
      annotation(inverse(x = f_d(k)));
    end f;
    Real y = f(time, 2);
  end Inverse;
  model ByWhat
    function fz = der(f_d, z);
    Real y = fz(time);
  end ByWhat;
  model ByInteger
    function f
      input Integer n;
      input Real x;
      output Real y;
    algorithm
      y := n*x;
    end f;
    function fn = der(f, n);
    Real y = fn(1, time);
  end ByInteger;
end Wrong;
// run: check $FILE --model Wrong.Inputs
// status: 1
//err| $FILE:15:31: error[E0209]: 'Wrong.f_d' cannot be the derivative of 'Wrong.Inputs.f'
//err|           annotation(derivative = f_d);
//err|                                   ^~~
//err|   note: $FILE:3:12: the function
//err|       function f_d
//err|                ^~~
// run: check $FILE --model Wrong.Unknown
// status: 1
//err| $FILE:25:31: error[E0202]: unknown function 'f_dd'
//err|           annotation(derivative = f_dd);
//err|                                   ^~~~
//err|   help: did you mean 'f_d'?
// run: check $FILE --model Wrong.NoInput
// status: 1
//err| $FILE:35:44: error[E0209]: 'Wrong.NoInput.f': there is no input of this name
//err|           annotation(derivative(noDerivative = z) = f_d);
//err|                                                ^
// run: check $FILE --model Wrong.Inverse
// run: check $FILE --model Wrong.ByWhat
// status: 1
//err| $FILE:51:28: error[E0209]: 'Wrong.f_d': there is no input 'z' to differentiate by
//err|         function fz = der(f_d, z);
//err|                                ^
// run: check $FILE --model Wrong.ByInteger
// status: 1
//err| $FILE:62:26: error[E0213]: a derivative is by a scalar Real input, not by Integer
//err|         function fn = der(f, n);
//err|                              ^
