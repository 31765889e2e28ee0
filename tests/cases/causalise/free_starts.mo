// Start values that the start itself determines: parameters that are not fixed, and what follows from them.
package FreeStarts
  block Lag
    parameter Real first = 0;
    input Real u;
    output Real x(start = first);
  equation
    der(x) = u - x;
  end Lag;
  model Follows
    parameter Real e(fixed = false);
    parameter Real f = e + 1;
    Lag lag(first = f, u = z);
    Lag next(first = lag.first, u = lag.x);
    Real z(start = 2, fixed = true);
  initial equation
    e = 2*z;
  equation
    der(z) = -z;
  end Follows;
  model Loop "the start value follows from what it is the start value of"
    parameter Real e(fixed = false);
    Lag lag(first = e, u = z);
    Real z;
  initial equation
    e = 2*z;
    z = lag.x + 1;
  equation
    der(z) = -z;
  end Loop;
  model Fixed
    parameter Real e(fixed = false);
    Real x(start = e, fixed = true);
  initial equation
    e^3 + e = 10;
  equation
    der(x) = -x;
  end Fixed;
end FreeStarts;
// run: simulate $FILE --model FreeStarts.Follows --stop 0 --method rk4 --step 1 --json
// json: final[lag.x] == 5
// json: final[next.x] == 5
//err| $FILE:6:17: warning[W0404]: the initial conditions are not complete: 2 states of 3 take their start value: lag.x and next.x
//err|         output Real x(start = first);
//err|                     ^
//err|   help: write fixed = true next to the start value, or give an initial equation
// run: simulate $FILE --model FreeStarts.Loop --stop 0 --method rk4 --step 1 --json
// json: final[lag.x] == -2
// json: final.z == -1
//err| $FILE:6:17: warning[W0404]: the initial conditions are not complete: 1 state of 2 takes its start value: lag.x
//err|         output Real x(start = first);
//err|                     ^
//err|   help: write fixed = true next to the start value, or give an initial equation
// run: simulate $FILE --model FreeStarts.Fixed --stop 0 --method rk4 --step 1 --json
// json: final.x ~ 2 1e-12
