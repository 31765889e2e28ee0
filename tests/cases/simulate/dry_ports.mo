// A valve between two ports that run dry: what flows is zero by both of them, and nothing determines the pressure in
// between. It stays what it was, which is said, as long as no derivative depends on it and the equations agree.
model Dry
  Real level(start = 2, fixed = true);
  Real m(start = 0.1) "through the valve";
  Real p1(start = 3), p2(start = 3);
  Real d "density, by the pressure";
equation
  der(level) = -1 - m;
  if level > 1 then p1 = level; else m = 0; end if;
  if level > 1 then p2 = 0.5; else m = 0; end if;
  d = 1 + 0.01*p1^2;
  m*d = 2*(p1 - p2);
end Dry;
// run: simulate $FILE --model Dry --method cvode --tolerance 1e-8 --json --stop 3
// json: final.level ~ -1.6484655 1e-6
// json: final.m ~ 0 1e-12
// json: final.p1 ~ 0.5 1e-9
// json: final.d ~ 1.0025 1e-9
//err| $FILE:6:23: warning[W0507]: nothing determines 'p2' at time 0.351534 (the matrix of its equations is singular): it keeps its value, on which no derivative depends
//err|       Real p1(start = 3), p2(start = 3);
//err|                           ^~
// run: simulate $FILE --model Dry --method rosenbrock --tolerance 1e-8 --json --stop 3
// json: final.level ~ -1.6484655 1e-6
// json: final.m ~ 0 1e-12
// json: final.p1 ~ 0.5 1e-9
// json: final.d ~ 1.0025 1e-9
//err| $FILE:6:23: warning[W0507]: nothing determines 'p2' at time 0.351534 (the matrix of its equations is singular): it keeps its value, on which no derivative depends
//err|       Real p1(start = 3), p2(start = 3);
//err|                           ^~
model DryAtFirst "from the beginning"
  extends Dry(level(start = 0.5));
end DryAtFirst;
// run: simulate $FILE --model DryAtFirst --method cvode --tolerance 1e-8 --json --stop 3
// json: final.level ~ -2.5 1e-9
// json: final.p1 ~ 3 1e-9
// json: final.p2 ~ 3 1e-9
//err| $FILE:6:23: warning[W0507]: nothing determines 'p2' at time 0 (the matrix of its equations is singular): it keeps its value, on which no derivative depends
//err|       Real p1(start = 3), p2(start = 3);
//err|                           ^~
model Matters "a leak by the pressure that is not determined"
  Real level(start = 0.5, fixed = true);
  Real m(start = 0.1);
  Real p1(start = 3), p2(start = 3);
  Real d;
equation
  der(level) = -1 - m - 0.001*p1;
  if level > 1 then p1 = level; else m = 0; end if;
  if level > 1 then p2 = 0.5; else m = 0; end if;
  d = 1 + 0.01*p1^2;
  m*d = 2*(p1 - p2);
end Matters;
// run: simulate $FILE --model Matters --method cvode --stop 3
// status: 3
//err| $FILE:48:21: error[E0503]: simultaneous equations do not determine 'p2' at time 0 (their matrix is singular)
//err|       if level > 1 then p1 = level; else m = 0; end if;
//err|                         ^~~~~~~~~~
//err|   note: in the equation 0 = if (level > 1) then p1 - level else m
//err|   note: 4 equations for 'p1', 'm', 'd' and 'p2'
//err|   note: $FILE:48:21: among them: 0 = if (level > 1) then p1 - level else m
//err|       if level > 1 then p1 = level; else m = 0; end if;
//err|                         ^~~~~~~~~~
//err|   note: $FILE:49:21: among them: 0 = if (level > 1) then p2 - 0.5 else m
//err|       if level > 1 then p2 = 0.5; else m = 0; end if;
//err|                         ^~~~~~~~
//err|   note: $FILE:50:3: among them: d = 1 + 0.01*p1^2
//err|       d = 1 + 0.01*p1^2;
//err|       ^~~~~~~~~~~~~~~~~
//err|   note: $FILE:51:3: among them: m*d = 2*(p1 - p2)
//err|       m*d = 2*(p1 - p2);
//err|       ^~~~~~~~~~~~~~~~~
model Contradicts "two different flows"
  Real level(start = 2, fixed = true);
  Real m(start = 0.1);
  Real p1(start = 3), p2(start = 3);
  Real d;
equation
  der(level) = -1 - m;
  if level > 1 then p1 = level; else m = 1e-6; end if;
  if level > 1 then p2 = 0.5; else m = 0; end if;
  d = 1 + 0.01*p1^2;
  m*d = 2*(p1 - p2);
end Contradicts;
// run: simulate $FILE --model Contradicts --method cvode --stop 3
// status: 3
//err| $FILE:80:21: error[E0503]: simultaneous equations do not determine 'p2' at time 0.351533 (their matrix is singular)
//err|       if level > 1 then p2 = 0.5; else m = 0; end if;
//err|                         ^~~~~~~~
//err|   note: in the equation 0 = if (level > 1) then p2 - 0.5 else m
//err|   note: 4 equations for 'p1', 'm', 'd' and 'p2'
//err|   note: $FILE:79:21: among them: 0 = if (level > 1) then p1 - level else m - 1e-06
//err|       if level > 1 then p1 = level; else m = 1e-6; end if;
//err|                         ^~~~~~~~~~
//err|   note: $FILE:80:21: among them: 0 = if (level > 1) then p2 - 0.5 else m
//err|       if level > 1 then p2 = 0.5; else m = 0; end if;
//err|                         ^~~~~~~~
//err|   note: $FILE:81:3: among them: d = 1 + 0.01*p1^2
//err|       d = 1 + 0.01*p1^2;
//err|       ^~~~~~~~~~~~~~~~~
//err|   note: $FILE:82:3: among them: m*d = 2*(p1 - p2)
//err|       m*d = 2*(p1 - p2);
//err|       ^~~~~~~~~~~~~~~~~
model DoubleRoot "a singular matrix, and a solution that is the only one: nothing is said"
  Real x(start = 1, fixed = true);
  Real m, q;
equation
  der(x) = -m - q*x;
  m*abs(m) + q = if x > 0.5 then 1 else 0;
  q = 0.1*m*abs(m) + (if x > 0.5 then 1 else 0);
end DoubleRoot;
// run: simulate $FILE --model DoubleRoot --method cvode --tolerance 1e-8 --json --stop 1
// json: final.x ~ 0.5 1e-6
// json: final.m ~ 0 1e-6
