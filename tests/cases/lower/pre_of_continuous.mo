// pre() of a continuous variable is its value just before the event, whatever the event does to it; at the start, where
// nothing was before, its start value.
model M
  Real x(start = 1, fixed = true), y, z;
  Boolean low(start = false, fixed = true);
  discrete Real before(start = 0, fixed = true), after(start = 0, fixed = true), sum(start = 0, fixed = true);
  discrete Real solved(start = 0, fixed = true);
equation
  der(x) = -x;
  y = if low then 10*x else x*x;
  z + 0.1*sin(z) = y;
  low = x < 0.5;
  when low then
    before = pre(y);
    after = y;
    solved = pre(z);
  end when;
  when sample(0.25, 0.5) then
    sum = pre(sum) + pre(y);
  end when;
end M;
model Start
  Real y(start = 7) = time + 1;
  discrete Real d, e;
equation
  when {initial(), time > 1} then
    d = pre(y);
    e = y;
  end when;
end Start;
model Condition
  Real y = time + 1;
  discrete Real d(start = 0, fixed = true);
equation
  when pre(y) > 2 then
    d = 1;
  end when;
end Condition;
// run: simulate $FILE --method cvode --model M --stop 1 --tolerance 1e-9 --json
// json: final.before ~ 0.25 1e-7
// json: final.after ~ 5 1e-7
// json: final.solved ~ 0.2274505526 1e-7
// json: final.sum ~ 5.3301961871 1e-7
// run: simulate $FILE --model M --stop 1 --method rk4 --step 0.01 --json
// json: final.before ~ 0.25 1e-7
// json: final.after ~ 5 1e-7
// run: simulate $FILE --method cvode --model Start --stop 0.5 --json
// json: final.d ~ 7 1e-12
// json: final.e ~ 1 1e-12
// run: simulate $FILE --method cvode --model Start --stop 1.5 --json
// json: final.d ~ 2 1e-12
// json: final.e ~ 2 1e-12
// run: check $FILE --model Condition
// status: 1
//err| $FILE:35:12: error[E0306]: pre() needs a variable that changes at events only; 'y' is continuous
//err|       when pre(y) > 2 then
//err|                ^
