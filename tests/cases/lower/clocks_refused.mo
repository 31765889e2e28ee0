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
//err| $FILE:5:14: error[E0309]: clocked and continuous variables are mixed
//err|         Real y = sample(x, Clock(0.1)) + 1;
//err|                  ^~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:7:5: this is continuous
//err|         der(x) = y;
//err|         ^~~~~~
//err|   help: sample(u) makes a continuous variable clocked, hold(u) a clocked one continuous
// run: check $FILE --model Wrong.NoClock
// status: 1
//err| $FILE:12:9: error[E0309]: the clock of this cannot be inferred
//err|         y = previous(y) + 1;
//err|             ^~~~~~~~~~~
//err|   help: give it one: sample(u, Clock(0.1)), or when Clock(0.1) then ...
// run: check $FILE --model Wrong.TwoClocks
// status: 1
//err| $FILE:17:10: error[E0309]: a variable cannot have two clocks
//err|         when Clock(0.1) then
//err|              ^~~~~~~~~~
//err|   note: $FILE:20:10: the other clock
//err|         when Clock(0.2) then
//err|              ^~~~~~~~~~
// run: check $FILE --model Wrong.NotPositive
// status: 1
//err| $FILE:27:10: error[E0309]: the interval of a clock must be greater than zero, not 0
//err|         when Clock(0) then
//err|              ^~~~~~~~
// run: check $FILE --model Wrong.BetweenEvents
// status: 1
//err| $FILE:36:10: error[E0309]: a clock of events has no instants between its ticks
//err|         when superSample(c, 2) then
//err|              ^~~~~~~~~~~~~~~~~
//err|   note: $FILE:33:15: the clock
//err|         Clock c = Clock(x > 1);
//err|                   ^~~~~~~~~~~~
// run: check $FILE --model Wrong.TooFew
// status: 1
//err| $FILE:44:7: error[E0309]: the equations of this clock do not determine its variables: 3 equations for 2 variables
//err|           a = 1;
//err|           ^~~~~
// run: check $FILE --model Wrong.Named
// status: 1
//err| $FILE:53:37: error[E0209]: 'Clock' has no such argument
//err|         when Clock(intervalCounter = 1, resolutions = 10) then
//err|                                         ^~~~~~~~~~~
