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
// run: check $FILE --model Wrong.Unknown
// status: 1
// run: check $FILE --model Wrong.NoInput
// status: 1
// run: check $FILE --model Wrong.Inverse
// status: 1
// run: check $FILE --model Wrong.ByWhat
// status: 1
// run: check $FILE --model Wrong.ByInteger
// status: 1
