// Clocks that do not fit.
package Wrong
  model Mixed
    Real x(start = 0, fixed = true);
    Real y = sample(x, Clock(0.1)) + 1;
  equation
    der(x) = y;
  end Mixed;
  model NoClock
    Real y(start = 0);
  equation
    y = previous(y) + 1;
  end NoClock;
  model TwoClocks
    Real a(start = 0), b(start = 0);
  equation
    when Clock(0.1) then
      a = previous(a) + 1;
    end when;
    when Clock(0.2) then
      b = previous(b) + a;
    end when;
  end TwoClocks;
  model NotPositive
    Real a(start = 0);
  equation
    when Clock(0) then
      a = previous(a) + 1;
    end when;
  end NotPositive;
  model BetweenEvents
    Real x = time;
    Clock c = Clock(x > 1);
    Integer n(start = 0);
  equation
    when superSample(c, 2) then
      n = previous(n) + 1;
    end when;
  end BetweenEvents;
  model TooFew
    Real a, b, c;
  equation
    when Clock(1) then
      a = 1;
      a = 2 + c;
      c = sample(time);
    end when;
    b = subSample(a, 1);
  end TooFew;
  model Named
    Integer n(start = 0);
  equation
    when Clock(intervalCounter = 1, resolutions = 10) then
      n = previous(n) + 1;
    end when;
  end Named;
end Wrong;
// run: check $FILE --model Wrong.Mixed
// status: 1
// run: check $FILE --model Wrong.NoClock
// status: 1
// run: check $FILE --model Wrong.TwoClocks
// status: 1
// run: check $FILE --model Wrong.NotPositive
// status: 1
// run: check $FILE --model Wrong.BetweenEvents
// status: 1
// run: check $FILE --model Wrong.TooFew
// status: 1
// run: check $FILE --model Wrong.Named
// status: 1
