// Functions that cannot be written out as expressions are called: loops as long as values of the run say, recursion,
// subscripts that vary on the left. Their derivatives are exact: the implicit method needs no other steps for them.
function cube_root "Newton's method"
  input Real a;
  output Real x;
protected
  Integer k;
algorithm
  x := 1;
  k := 0;
  while abs(x^3 - a) > 1e-14*abs(a) and k < 100 loop
    x := x - (x^3 - a)/(3*x^2);
    k := k + 1;
  end while;
end cube_root;

function factorial
  input Integer n;
  output Real y;
algorithm
  y := if n <= 1 then 1 else n*factorial(n - 1);
end factorial;

function harmonic
  input Integer n;
  output Real sum = 0;
  output Integer odd = 0;
algorithm
  for k in 1:n loop
    sum := sum + 1/k;
    if mod(k, 2) == 1 then
      odd := odd + 1;
    end if;
  end for;
end harmonic;

function histogram
  input Real x[:];
  output Integer count[3];
protected
  Integer k;
algorithm
  count := zeros(3);
  for i in 1:size(x, 1) loop
    k := if x[i] < 1 then 1 elseif x[i] < 2 then 2 else 3;
    count[k] := count[k] + 1;
  end for;
end histogram;

model Procedures
  Real x(start = 8, fixed = true);
  Real r = cube_root(x);
  Integer n = integer(10*time);
  Real f = factorial(n);
  Real h;
  Integer odd;
  Integer count[3] = histogram({n/4, n/2, n});
equation
  der(x) = -3*r^2 "so that r falls by one per second";
  (h, odd) = harmonic(n);
  annotation(experiment(StopTime = 0.55));
end Procedures;
// run: simulate $FILE --model Procedures --method rosenbrock --tolerance 1e-9 --json
// json: final.r ~ 1.45 1e-8
// json: final.n == 5
// json: final.f == 120
// json: final.h ~ 2.283333333333333 1e-14
// json: final.odd == 3
// json: final[count[1]] == 0
