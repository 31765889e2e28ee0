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
// run: check $FILE --dump=instance --set a.n=1 --json
// json: stage == "instance"
