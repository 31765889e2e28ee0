package P
  constant Real g = 9.81;
  type Voltage = Real(unit = "V", nominal = 10);
  partial model Base "exponential decay"
    parameter Real k = 1;
    Real y(start = k, fixed = true);
  equation
    der(y) = -k*y;
  end Base;
  model Leaf
    extends Base(k = 5);
    Real z = 2*y + g;
  protected
    Real hidden = z;
  end Leaf;
  model Top
    Leaf a(k = 7);
    Leaf b;
    Voltage v = a.y - b.y;
    annotation(experiment(StopTime = 1));
  end Top;
end P;
// run: check $FILE --dump=flat
// run: check $FILE --json
// json: states == ["a.y", "b.y"]
// json: equations == 7
// run: simulate $FILE --json --tolerance 1e-10
// json: final[a.y] ~ 0.006383173747 1e-7
// json: final[b.z] ~ 9.87737946999 1e-7
