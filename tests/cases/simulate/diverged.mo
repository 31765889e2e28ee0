// A run whose values have left every sensible range has failed.
package Diverged
  model Oscillator "undamped: explicit Euler makes it grow"
    Real x(start = 1, fixed = true);
    Real v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
  end Oscillator;
  model Growing "by itself"
    Real x(start = 1e-8, fixed = true);
  equation
    der(x) = x;
  end Growing;
  model Large "from nothing to values that are meant"
    Real x(start = 0, fixed = true);
    Real y(start = 0, fixed = true, nominal = 1e20);
  equation
    der(x) = 1e22 - x;
    der(y) = if time > 0.5 then 1e22 else 0;
  end Large;
end Diverged;
// run: simulate $FILE --model Diverged.Oscillator --method euler --step 0.1 --stop 5000
// status: 3
//err| $FILE:4:10: error[E0636]: the run diverged: at time 961.2 'x' is -5.78e+20, more than 1e10 times what it was until 500 or is expected to be (5.77e+10)
//err|         Real x(start = 1, fixed = true);
//err|              ^
// run: simulate $FILE --model Diverged.Growing --method cvode --stop 60 --json
// json: status.ok == true
//err| $FILE:11:10: warning[W0637]: errors about as large as the whole movement are allowed in 'x' (moves by 2.3e-08, errors up to 1e-06): values may be wrong
//err|         Real x(start = 1e-8, fixed = true);
//err|              ^
//err|   help: if they matter: --absolute-tolerance 1e-12, or the attribute nominal of such variables
// run: simulate $FILE --model Diverged.Growing --method cvode --stop 60 --absolute-tolerance 1e-12 --json
// json: final.x ~ 1.1420073898e18 2e-3
// run: simulate $FILE --model Diverged.Growing --method rk4 --step 0.01 --stop 40 --json
// json: status.ok == true
// run: simulate $FILE --model Diverged.Large --method euler --step 0.01 --stop 1 --json
// json: status.ok == true
