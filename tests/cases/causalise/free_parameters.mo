// Parameters that initial equations determine, and one that follows from them.
model M
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p;
  parameter Real k[2](each fixed = false);
  Real x(start = 3, fixed = true);
  Real y;
initial equation
  der(x) = 0;
  k[1] + k[2] = q;
  k[1] - k[2] = 2;
equation
  der(x) = p - x + k[1]*sin(time);
  y = q*x;
end M;
// run: check $FILE --dump=plan
//out| plan M: 1 state, 1 algebraic variable, 6 parameters, 0 aliases, index 1
//out| states: x
//out| initial: 4 steps, 1 loop
//out|   der(x) := 0
//out|   x := 3
//out|   $derived[2] := 2
//out|   linear loop of 5 equations for k[1], p, k[2], q, $derived[1], torn at k[1]
//out|     $derived[1] = q
//out|     der(x) = p - x + k[1]*sin(time)
//out|     $derived[2] = k[1] - k[2]
//out|     q = 2*p
//out|     $derived[1] = k[1] + k[2]
//out|   y := q*x
//out| continuous: 2 steps, 0 loops
//out|   der(x) := p - x + k[1]*sin(time)
//out|   y := q*x
// run: simulate $FILE --method cvode --json --stop 1 --tolerance 1e-9
// json: final.p ~ 3 1e-12
// json: final.q ~ 6 1e-12
// json: final[k[1]] ~ 4 1e-12
// json: final.x ~ 4.3380962 1e-6
// run: simulate $FILE --set p=2
// status: 1
//err| $FILE:6:8: error[E0403]: the initial conditions are over-determined: 1 condition too many (8 equations for 7 unknowns at the start)
//err|       Real x(start = 3, fixed = true);
//err|            ^
//err|   note: $FILE:6:8: over-determined: x = 3 (fixed start value)
//err|       Real x(start = 3, fixed = true);
//err|            ^
//err|   note: $FILE:13:3: over-determined: der(x) = p - x + k[1]*sin(time)
//err|       der(x) = p - x + k[1]*sin(time);
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: $FILE:9:3: over-determined: der(x) = 0
//err|       der(x) = 0;
//err|       ^~~~~~~~~~
//err|   note: $FILE:10:3: over-determined: $derived[1] = q
//err|       k[1] + k[2] = q;
//err|       ^~~~~~~~~~~~~~~
//err|   note: $FILE:11:3: over-determined: $derived[2] = 2
//err|       k[1] - k[2] = 2;
//err|       ^~~~~~~~~~~~~~~
//err|   note: $FILE:10:3: over-determined: $derived[1] = k[1] + k[2]
//err|       k[1] + k[2] = q;
//err|       ^~~~~~~~~~~~~~~
//err|   note: $FILE:11:3: over-determined: $derived[2] = k[1] - k[2]
//err|       k[1] - k[2] = 2;
//err|       ^~~~~~~~~~~~~~~
//err|   help: remove fixed = true from x, or one of the initial equations 'der(x) = 0', '$derived[1] = q', '$derived[2] = 2', '$derived[1] = k[1] + k[2]' and '$derived[2] = k[1] - k[2]'
