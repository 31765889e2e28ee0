// Every element of an array of clocks is a clock of its own.
package P
  connector ClockIn = input Clock;
  connector ClockOut = output Clock;
  block Periodic
    parameter Real period = 1;
    ClockOut y = Clock(period);
  end Periodic;
  block Counter
    ClockIn c;
    Integer n(start = 0);
    Real at;
  equation
    when c then
      n = previous(n) + 1;
      at = sample(time);
    end when;
  end Counter;
  block Together
    ClockIn u[2];
    Counter k[2];
  equation
    connect(u, k.c);
  end Together;
  model M
    Periodic p[2](period = {0.1, 0.25});
    Together t;
    Clock own[2] = {Clock(0.5), Clock(1, 8)};
    Integer first(start = 0), second(start = 0);
  equation
    connect(p[1].y, t.u[1]);
    connect(p[2].y, t.u[2]);
    when own[1] then
      first = previous(first) + 1;
    end when;
    when own[2] then
      second = previous(second) + 1;
    end when;
  end M;
end P;
// run: simulate $FILE --model P.M --stop 1 --json
// json: final.[t.k[1].n] == 11
// json: final.[t.k[2].n] == 5
// json: final.first == 3
// json: final.second == 9
