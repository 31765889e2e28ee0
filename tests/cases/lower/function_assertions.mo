// Assertions inside of functions hold while the function runs; subscripts found during the run stay inside.
function square_root
  input Real x;
  output Real y;
algorithm
  assert(x >= 0, "square_root needs a number that is not negative, not " + String(x));
  y := if x > 0 then x^0.5 else 0;
end square_root;

function counted
  input Real x;
  output Integer n = 0;
protected
  Real rest = x;
algorithm
  while rest > 1 loop
    rest := rest/2;
    n := n + 1;
    assert(n < 3, "counted: too many");
  end while;
end counted;

model Written
  Real x(start = 1, fixed = true);
  Real y = square_root(x);
equation
  der(x) = -1;
end Written;

model Called
  Real x(start = 1, fixed = true);
  Real y = counted(x);
equation
  der(x) = 1;
end Called;

model Outside
  Real a[3] = {1, 2, 3};
  Integer k = integer(4*time);
  Real y = a[k + 1];
end Outside;
// run: simulate $FILE --model Written --method rosenbrock --stop 0.5 --json
// json: final.y ~ 0.7071067811865476 1e-6
// run: simulate $FILE --model Written --method rosenbrock --stop 2
// status: 3
//err| $FILE:25:12: error[E0501]: assertion violated: square_root needs a number that is not negative, not … in the equation 'y = (if x >= 0 then (if x > 0 then x^0.5 else 0) else fail())' at time 1
//err|       Real y = square_root(x);
//err|                ^~~~~~~~~~~~~~
//err|   note: in the equation y = (if x >= 0 then (if x > 0 then x^0.5 else 0) else fail())
// run: simulate $FILE --model Called --method rosenbrock --stop 2 --json
// json: final.y == 2
// run: simulate $FILE --model Called --method rosenbrock --stop 5
// status: 3
//err| $FILE:32:12: error[E0501]: assertion violated: counted: too many in the equation 'y = counted(x)' at time 3
//err|       Real y = counted(x);
//err|                ^~~~~~~~~~
//err|   note: in the equation y = counted(x)
// run: simulate $FILE --model Outside --method rosenbrock --stop 0.6 --json
// json: final.y == 3
// run: simulate $FILE --model Outside --method rosenbrock --stop 1
// status: 3
// differs: passes because without alias the equation is printed with other names
//err| $FILE:40:12: error[E0501]: a subscript lies outside of 1:3 in the equation 'y = (if 1 <= floor(4*time) + 1 and floor(4*time) + 1 <= 3 then (if floor(4*time) + 1 <= 2 then (if floor(4*time) + 1 <= 1 then 1 else 2) else 3) else fail())' at time 0.75
//err|       Real y = a[k + 1];
//err|                ^~~~~~~~
//err|   note: in the equation y = (if 1 <= floor(4*time) + 1 and floor(4*time) + 1 <= 3 then (if floor(4*time) + 1 <= 2 then (if floor(4*time) + 1 <= 1 then 1 else 2) else 3) else fail())
