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
//out| model P.Top
//out|   parameter Real a.k = 7;
//out|   Real a.y(start = a.k, fixed = true);
//out|   Real a.z = 2 * a.y + 9.81;
//out|   protected Real a.hidden = a.z;
//out|   parameter Real b.k = 5;
//out|   Real b.y(start = b.k, fixed = true);
//out|   Real b.z = 2 * b.y + 9.81;
//out|   protected Real b.hidden = b.z;
//out|   Real v(unit = "V", nominal = 10) = a.y - b.y;
//out| equation
//out|   der(a.y) = -a.k * a.y;
//out|   der(b.y) = -b.k * b.y;
//out| end P.Top;
// run: check $FILE --json
// json: states == ["a.y", "b.y"]
// json: equations == 7
// run: simulate $FILE --method cvode --json --tolerance 1e-10
// json: final[a.y] ~ 0.006383173747 1e-7
// json: final[b.z] ~ 9.87737946999 1e-7
