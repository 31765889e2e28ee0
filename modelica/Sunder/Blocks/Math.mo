within Sunder.Blocks;
package Math "Arithmetic"
  block Gain "A multiple"
    extends SISO;
    parameter Real k = 1 "factor";
  equation
    y = k*u;
  end Gain;

  block Add "A sum of two, with factors"
    extends SI2SO;
    parameter Real k1 = 1 "factor of the first";
    parameter Real k2 = 1 "factor of the second";
  equation
    y = k1*u1 + k2*u2;
  end Add;

  block Feedback "A difference"
    extends SI2SO;
  equation
    y = u1 - u2;
  end Feedback;

  block Product "A product of two"
    extends SI2SO;
  equation
    y = u1*u2;
  end Product;

  block Division "A quotient of two"
    extends SI2SO;
  equation
    y = u1/u2;
  end Division;

  block Sum "A sum of many, with factors"
    parameter Integer n(min=0) = 1 "how many";
    parameter Real k[n] = ones(n) "factors";
    RealInput u[n];
    RealOutput y;
  equation
    y = k*u;
  end Sum;

  block Abs "The absolute value"
    extends SISO;
  equation
    y = abs(u);
  end Abs;

  block Max "The larger of two"
    extends SI2SO;
  equation
    y = max(u1, u2);
  end Max;

  block Min "The smaller of two"
    extends SI2SO;
  equation
    y = min(u1, u2);
  end Min;

  block Sin "The sine"
    extends SISO;
  equation
    y = sin(u);
  end Sin;

  block Cos "The cosine"
    extends SISO;
  equation
    y = cos(u);
  end Cos;

  block Sqrt "The square root"
    extends SISO;
  equation
    y = sqrt(u);
  end Sqrt;

  block Exp "The exponential"
    extends SISO;
  equation
    y = exp(u);
  end Exp;

  block Sign "1, 0 or -1"
    extends SISO;
  equation
    y = if u > 0 then 1 else if u < 0 then -1 else 0;
  end Sign;

  block Limiter "The input between limits"
    extends SISO;
    parameter Real uMax = 1 "upper limit";
    parameter Real uMin = -uMax "lower limit";
  equation
    y = if u > uMax then uMax else if u < uMin then uMin else u;
  end Limiter;

  block DeadZone "What the input is beyond a zone"
    extends SISO;
    parameter Real uMax = 1 "upper end of the zone";
    parameter Real uMin = -uMax "lower end of the zone";
  equation
    y = if u > uMax then u - uMax else if u < uMin then u - uMin else 0;
  end DeadZone;

  block Table "Points with straight lines between them; outside the first and the last line go on"
    extends SISO;
    parameter Real table[:, 2] "inputs, which rise, and outputs";
  equation
    y = interpolated(table, u);
  end Table;

  block Table2D
    "A table of two inputs, with straight lines between its points; outside the outer ones go on"
    extends SI2SO;
    parameter Real table[:, :]
      "first column: values of u1, which rise; first row: values of u2, which rise; the corner is not used";
  protected
    parameter Integer rows = size(table, 1);
    parameter Integer columns = size(table, 2);
    Real along[rows - 1] "the outputs at u2, one for each value of u1";
  equation
    for k in 1:rows - 1 loop
      along[k] = interpolated([table[1, 2:columns], table[k + 1, 2:columns]], u2);
    end for;
    y = interpolated([table[2:rows, 1], along], u1);
  end Table2D;

  block Add3 "A sum of three, with factors"
    RealInput u1;
    RealInput u2;
    RealInput u3;
    RealOutput y;
    parameter Real k1 = 1 "factor of the first";
    parameter Real k2 = 1 "factor of the second";
    parameter Real k3 = 1 "factor of the third";
  equation
    y = k1*u1 + k2*u2 + k3*u3;
  end Add3;

  block MultiProduct "A product of many"
    parameter Integer n(min=0) = 1 "how many";
    RealInput u[n];
    RealOutput y;
  equation
    y = product(u);
  end MultiProduct;

  block MatrixGain "A matrix times a vector"
    parameter Real K[:, :] = [1] "matrix";
    RealInput u[size(K, 2)];
    RealOutput y[size(K, 1)];
  equation
    y = K*u;
  end MatrixGain;

  block Power "The first, raised to the second"
    extends SI2SO;
  equation
    y = u1^u2;
  end Power;

  block Tan "The tangent"
    extends SISO;
  equation
    y = tan(u);
  end Tan;

  block Asin "The angle with a given sine"
    extends SISO;
  equation
    y = asin(u);
  end Asin;

  block Acos "The angle with a given cosine"
    extends SISO;
  equation
    y = acos(u);
  end Acos;

  block Atan "The angle with a given tangent"
    extends SISO;
  equation
    y = atan(u);
  end Atan;

  block Atan2 "The angle of a point u2, u1"
    extends SI2SO;
  equation
    y = atan2(u1, u2);
  end Atan2;

  block Tanh "The hyperbolic tangent"
    extends SISO;
  equation
    y = tanh(u);
  end Tanh;

  block Log "The natural logarithm"
    extends SISO;
  equation
    y = log(u);
  end Log;

  block Log10 "The logarithm to the base 10"
    extends SISO;
  equation
    y = log10(u);
  end Log10;

  block VariableLimiter "The input between limits that are signals"
    extends SISO;
    RealInput limit1 "upper limit";
    RealInput limit2 "lower limit";
  equation
    y = if u > limit1 then limit1 else if u < limit2 then limit2 else u;
  end VariableLimiter;

  block BooleanToReal "One number while its input is true, else another"
    BooleanInput u;
    RealOutput y;
    parameter Real realTrue = 1 "while it is true";
    parameter Real realFalse = 0 "while it is false";
  equation
    y = if u then realTrue else realFalse;
  end BooleanToReal;

  block IntegerToReal "A whole number as a real signal"
    IntegerInput u;
    RealOutput y;
  equation
    y = u;
  end IntegerToReal;

  block RealToInteger "The nearest whole number; halves away from zero"
    RealInput u;
    IntegerOutput y;
  equation
    y = if u > 0 then integer(floor(u + 0.5)) else integer(ceil(u - 0.5));
  end RealToInteger;
end Math;
