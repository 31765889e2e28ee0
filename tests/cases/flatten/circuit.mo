// Potentials are equal, flows sum to zero, what is not connected carries none.
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real u = p.v - n.v;
  equation
    p.i + n.i = 0;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    u = R*p.i;
  end Resistor;
  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(u) = p.i;
  end Capacitor;
  model Source
    extends TwoPin;
    parameter Real V = 1;
  equation
    u = V;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Pair "outside connectors"
    Pin a, b;
    Resistor r[2](R = {1, 3});
  equation
    connect(a, r[1].p);
    connect(r[1].n, r[2].p);
    connect(r[2].n, b);
  end Pair;
  model M
    Source s(V = 10);
    Pair pair;
    Capacitor c(u(start = 0, fixed = true));
    Ground g;
    parameter Boolean more = false;
    Resistor extra if more;
  equation
    connect(s.p, pair.a);
    connect(pair.b, c.p);
    connect(c.n, s.n);
    connect(g.p, s.n);
    connect(extra.p, c.p);
    annotation(experiment(StopTime = 4));
  end M;
  connector Other
    Real v;
    Real i;
  end Other;
  model Wrong
    Source s;
    Ground g;
    Other o;
    Real x;
  equation
    connect(s.p, o);
    connect(s.n, x);
  end Wrong;
end P;
// run: check $FILE --model P.M --dump=flat
//out| model P.M
//out|   Real s.p.v;
//out|   flow Real s.p.i;
//out|   Real s.n.v;
//out|   flow Real s.n.i;
//out|   Real s.u = s.p.v - s.n.v;
//out|   parameter Real s.V = 10;
//out|   Real pair.a.v;
//out|   flow Real pair.a.i;
//out|   Real pair.b.v;
//out|   flow Real pair.b.i;
//out|   Real pair.r[1].p.v;
//out|   flow Real pair.r[1].p.i;
//out|   Real pair.r[1].n.v;
//out|   flow Real pair.r[1].n.i;
//out|   Real pair.r[1].u = pair.r[1].p.v - pair.r[1].n.v;
//out|   parameter Real pair.r[1].R = 1;
//out|   Real pair.r[2].p.v;
//out|   flow Real pair.r[2].p.i;
//out|   Real pair.r[2].n.v;
//out|   flow Real pair.r[2].n.i;
//out|   Real pair.r[2].u = pair.r[2].p.v - pair.r[2].n.v;
//out|   parameter Real pair.r[2].R = 3;
//out|   Real c.p.v;
//out|   flow Real c.p.i;
//out|   Real c.n.v;
//out|   flow Real c.n.i;
//out|   Real c.u(start = 0, fixed = true) = c.p.v - c.n.v;
//out|   parameter Real c.C = 1;
//out|   Real g.p.v;
//out|   flow Real g.p.i;
//out|   parameter Boolean more = false;
//out| equation
//out|   s.p.i + s.n.i = 0;
//out|   s.u = s.V;
//out|   pair.r[1].p.i + pair.r[1].n.i = 0;
//out|   pair.r[1].u = pair.r[1].R * pair.r[1].p.i;
//out|   pair.r[2].p.i + pair.r[2].n.i = 0;
//out|   pair.r[2].u = pair.r[2].R * pair.r[2].p.i;
//out|   c.p.i + c.n.i = 0;
//out|   c.C * der(c.u) = c.p.i;
//out|   g.p.v = 0;
//out|   s.p.v = pair.a.v;
//out|   s.p.i + pair.a.i = 0;
//out|   pair.b.v = c.p.v;
//out|   pair.b.i + c.p.i = 0;
//out|   c.n.v = s.n.v;
//out|   c.n.v = g.p.v;
//out|   c.n.i + s.n.i + g.p.i = 0;
//out|   pair.a.v = pair.r[1].p.v;
//out|   -pair.a.i + pair.r[1].p.i = 0;
//out|   pair.r[1].n.v = pair.r[2].p.v;
//out|   pair.r[1].n.i + pair.r[2].p.i = 0;
//out|   pair.r[2].n.v = pair.b.v;
//out|   pair.r[2].n.i - pair.b.i = 0;
//out| end P.M;
// run: simulate $FILE --model P.M --method cvode --json --tolerance 1e-10
// json: final[c.u] ~ 6.321205588285577 1e-7
// run: check $FILE --model P.Wrong
// status: 1
//err| $FILE:59:13: error[E0223]: the connector 'P.Other' has 2 potential and 0 flow variables: there must be equally many
//err|       connector Other
//err|                 ^~~~~
//err| $FILE:70:18: error[E0218]: 'x' is not a connector
//err|         connect(s.n, x);
//err|                      ^
//err|   note: $FILE:67:10: declared here
//err|         Real x;
//err|              ^
