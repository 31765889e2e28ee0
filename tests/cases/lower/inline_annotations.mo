// What is to be written out is written out, although it names its derivative: an argument that is not read is none, and what is linear is
// solved as such.
model Written
  function scaled
    input Real k;
    input Real unread;
    input Real v;
    output Real y;
  algorithm
    y := k*v;
    annotation(derivative(noDerivative = k, noDerivative = unread) = scaled_der, InlineAfterIndexReduction = true);
  end scaled;
  function scaled_der
    input Real k;
    input Real unread;
    input Real v;
    input Real v_der;
    output Real y_der;
  algorithm
    y_der := k*v_der;
  end scaled_der;
  Real x(start = 1, fixed = true);
  Real w "is determined by x, and does not determine it";
  Real a, b;
equation
  der(x) = -x;
  x = scaled(2, w, a);
  w = der(a);
  b = scaled(a, w, 3);
end Written;
// run: check $FILE --dump=blocks
//out| 4 blocks: 4 single equations solved symbolically, 0 loops
//out| 1. der(x) from der(x) = -x
//out| 2. a from x = 2*a
//out| 3. b from b = a*3
//out| 4. der(a) from der(x) = 2*der(a) (differentiated)
// run: simulate $FILE --method cvode --tolerance 1e-9 --stop 1 --json
// json: status.ok == true
