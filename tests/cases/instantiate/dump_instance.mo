model M "modifiers, inherited and protected components, sizes and types"
  type Length = Real(unit = "m");
  partial model Base
    parameter Real k = 1;
    Length y(start = k, fixed = true);
  equation
    der(y) = -k*y;
  end Base;
  model Leaf
    extends Base(k = 5);
    parameter Integer n = 2;
    Real z[n] = {i*y for i in 1:n};
  protected
    Boolean small = y < 0.1;
  end Leaf;
  Leaf a(k = 7, n = 3);
  input Real u(start = 2);
  output Real s = sum(a.z) + u;
end M;
// run: check $FILE --dump=instance
//out| M
//out|   Leaf a
//out|     parameter Real a.k = 7;
//out|     Real a.y(unit = "m", start = a.k, fixed = true);
//out|     parameter Integer a.n = 3;
//out|     Real a.z[3] = {i * a.y for i in 1:a.n};
//out|     protected Boolean a.small = a.y < 0.1;
//out|     der(a.y) = -a.k * a.y;
//out|   input Real u(start = 2);
//out|   output Real s = sum(a.z) + u;
// run: check $FILE --dump=instance --set a.n=1 --json
// json: stage == "instance"
