// What flows into a component through a stream connector is the mixture of what the others bring.
package P
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Boundary
    Port port;
    parameter Real h0 = 1;
    parameter Real p0 = 0;
    Real into = inStream(port.h);
  equation
    port.p = p0;
    port.h = h0;
  end Boundary;
  model M
    Boundary a(h0 = 10), b(h0 = 20), c(h0 = 30);
  equation
    connect(a.port, b.port);
    connect(b.port, c.port);
  end M;
  model Two
    Boundary a(h0 = 10), b(h0 = 20);
    Real x = actualStream(a.port.h);
  equation
    connect(a.port, b.port);
  end Two;
  model Sensor "nothing ever flows out of it: it brings nothing to the mixture"
    Port port(m(min = 0));
    Real h = inStream(port.h);
  equation
    port.m = 0;
    port.h = 5;
  end Sensor;
  model Source
    Port port;
    Real into = inStream(port.h);
  equation
    port.m = time - 0.5;
    port.h = 10;
  end Source;
  model Measured
    Source a;
    Boundary b(h0 = 20);
    Sensor s;
    Real into_a = a.into, into_b = b.into, measured = s.h;
  equation
    connect(a.port, b.port);
    connect(b.port, s.port);
  end Measured;
end P;
// run: check $FILE --model P.Two --dump=flat
//out| model P.Two
//out|   Real a.port.p;
//out|   flow Real a.port.m;
//out|   stream Real a.port.h;
//out|   parameter Real a.h0 = 10;
//out|   parameter Real a.p0 = 0;
//out|   Real a.into = b.port.h;
//out|   Real b.port.p;
//out|   flow Real b.port.m;
//out|   stream Real b.port.h;
//out|   parameter Real b.h0 = 20;
//out|   parameter Real b.p0 = 0;
//out|   Real b.into = a.port.h;
//out|   Real x = if a.port.m > 0 then b.port.h else a.port.h;
//out| equation
//out|   a.port.p = a.p0;
//out|   a.port.h = a.h0;
//out|   b.port.p = b.p0;
//out|   b.port.h = b.h0;
//out|   a.port.p = b.port.p;
//out|   a.port.m + b.port.m = 0;
//out| end P.Two;
// run: check $FILE --model P.M --until flat
//out| P.M: the model is sound as far as the stage 'flat', with 12 equations and as many unknowns
// run: simulate $FILE --model P.Measured --method cvode --stop 1 --json
// json: final.into_a ~ 20 1e-12
// json: final.into_b ~ 10 1e-12
// json: final.measured ~ 20 1e-12
