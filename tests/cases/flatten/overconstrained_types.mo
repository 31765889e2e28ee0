// A type with an equalityConstraint: a circle of connections is broken where the graph says so, without an equation.
package P
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
      assert(abs(a - b) < 1e-10, "the angles differ");
    end equalityConstraint;
  end Angle;
  connector C
    Angle theta;
    Real v;
    flow Real i;
  end C;
  model Two
    C a, b;
  equation
    .Connections.branch(a.theta, b.theta);
    a.theta = b.theta;
    a.i + b.i = 0;
    a.v - b.v = 2*a.i;
  end Two;
  model Source
    C c;
  equation
    .Connections.root(c.theta);
    c.theta = time;
    c.v = 1;
  end Source;
  model Circle
    Two x, y;
    Source s;
    Boolean root = Connections.isRoot(s.c.theta), other = .Connections.isRoot(x.a.theta);
  equation
    connect(s.c, x.a);
    connect(x.b, y.a);
    connect(y.b, x.a);
  end Circle;
end P;
// run: check $FILE --model P.Circle --until flat
//out| P.Circle: the model is sound as far as the stage 'flat', with 17 equations and as many unknowns
