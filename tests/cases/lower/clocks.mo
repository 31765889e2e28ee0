// Clocked partitions: a sampled controller, clocks from clocks, a clock of events, an algorithm section at ticks.
package Clocked
  // a plant with a discrete PI controller that runs at ten times a second
  model Loop
    Real x(start = 0, fixed = true);
    Real measured = sample(x, Clock(1, 10));
    Real e = 1 - measured;
    Real integral(start = 0);
    Real u;
  equation
    integral = previous(integral) + interval(integral)*e;
    u = 2*e + 3*integral;
    der(x) = hold(u) - x;
    annotation(experiment(StopTime = 0.25));
  end Loop;

  model Rates
    Integer n(start = 0), slow, shifted, twice(start = 0);
    Integer back(start = -1);
    Boolean first;
    discrete Real when_counted;
  equation
    when Clock(0.1) then
      n = previous(n) + 1;
      first = firstTick(n);
      when_counted = n*interval(n);
    end when;
    slow = subSample(n, 3);
    shifted = shiftSample(n, 3, 2);
    twice = previous(twice) + (if superSample(n, 2) > 0 then 1 else 0);
    back = backSample(shiftSample(n, 4), 2);
    annotation(experiment(StopTime = 0.52));
  end Rates;

  // the clock ticks when the oscillation goes through zero upwards, every second time counts
  model Events
    Real x(start = 1, fixed = true), v(start = 0, fixed = true);
    Clock c = Clock(x > 0, 0.5);
    Integer ticks(start = 0), every_second(start = 0);
    Real since(start = 0);
  equation
    der(x) = v;
    der(v) = -x;
    when c then
      ticks = previous(ticks) + 1;
      since = interval(ticks);
    end when;
    when subSample(c, 2) then
      every_second = previous(every_second) + 1;
    end when;
    annotation(experiment(StopTime = 20));
  end Events;

  // equations in any form, solved together at each tick, and an algorithm
  model Together
    Real a(start = 1), b, c, s(start = 0);
  equation
    when Clock(1) then
      a + b = previous(a) + 3;
      2*a - b = c;
      c = 0;
    end when;
  algorithm
    when Clock() then
      s := previous(s);
      for i in 1:3 loop
        s := s + i*a;
      end for;
    end when;
    annotation(experiment(StopTime = 2.5));
  end Together;
end Clocked;
// by hand: x moves by exp(-h) between the ticks
// run: simulate $FILE --model Clocked.Loop --method cvode --tolerance 1e-10 --json
// json: final.x ~ 0.47180970836639063 1e-7
// json: final.integral ~ 0.2383563819934925 1e-7
// json: final.u ~ 1.9199446628849128 1e-7
// run: simulate $FILE --model Clocked.Rates --method cvode --json
// json: final.n == 6
// json: final.slow == 4
// json: final.shifted == 5
// json: final.twice == 11
// json: final.back == 6
// json: final.first == 0
// json: final.when_counted ~ 0.6 1e-12
// run: simulate $FILE --model Clocked.Events --method cvode --tolerance 1e-10 --json
// json: final.ticks == 3
// json: final.every_second == 2
// json: final.since ~ 6.283185307179586 1e-7
// run: simulate $FILE --model Clocked.Together --method cvode --json
// json: final.a ~ 1.4814814814814816 1e-12
// json: final.b ~ 2.9629629629629632 1e-12
// json: final.s ~ 25.555555555555557 1e-12
