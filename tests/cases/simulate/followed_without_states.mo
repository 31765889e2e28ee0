// Without states nobody makes steps: the solution of simultaneous equations is followed from one point of the grid to the
// next all the same, and is not another one that the start values lead to.
model Angle
  Real x(start = 0), y;
equation
  sin(x - 10*time) + 0.5*sin(2*(x - 10*time)) = 0;
  y = cos(x);
end Angle;
// run: simulate $FILE --model Angle --method cvode --stop 2 --json
// json: final.x ~ 20 1e-9
model Stepped "with events"
  extends Angle;
  discrete Real n(start = 0, fixed = true);
equation
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
  end when;
end Stepped;
// run: simulate $FILE --model Stepped --method cvode --stop 2 --json
// json: final.x ~ 20 1e-9
// json: final.n == 4
