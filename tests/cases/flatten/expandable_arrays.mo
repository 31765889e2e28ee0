// Arrays of expandable connectors, whose members are elements of arrays.
package P
  connector RealIn = input Real;
  connector RealOut = output Real;
  expandable connector Bus end Bus;
  block Sink
    RealIn u;
    Real y = 10*u;
  end Sink;
  block Source
    RealOut y[3] = {time, 2*time, 3*time};
  end Source;
  model M
    Bus a[2], b[2];
    Source s;
    Sink k[2];
  equation
    for i in 1:2 loop
      connect(s.y[i + 1], a[i].s);
    end for;
    connect(a, b);
    connect(b[1].s, k[1].u);
    connect(b[2].s, k[2].u);
  end M;
end P;
// run: simulate $FILE --model P.M --stop 1 --json
// json: final.[k[1].y] ~ 20 1e-12
// json: final.[k[2].y] ~ 30 1e-12
