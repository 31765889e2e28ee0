// Positive feedback through a limit that makes no events: an event of the input takes the solution away.
model Kicked
  Real x = if time < 0.3 then 0.1 elseif time < 0.6 then 0.7 else -0.7;
  Real z(start = 0, fixed = true), y(start = 1), e(start = 0.4);
equation
  der(z) = y;
  e = 0.5*y - x;
  y = noEvent(if 10000*e > 1 then 1 else if 10000*e < -1 then -1 else 10000*e);
end Kicked;
// What decides is itself decided: on the way to the other side the residual grows.
model Decided
  Real u = if time < 0.5 then 0.2 else 2;
  Real z(start = 0, fixed = true), v(start = 0);
equation
  der(z) = v;
  v = noEvent(if v < 1 then 2*u else 0.5 + u);
end Decided;
// run: simulate $FILE --model Kicked --method cvode --tolerance 1e-9 --stop 1 --json
// json: status.ok == true
// json: final.y ~ 1 1e-12
// json: final.z ~ 0.4 1e-6
// run: simulate $FILE --model Decided --method cvode --tolerance 1e-9 --stop 1 --json
// json: final.v ~ 2.5 1e-12
// json: final.z ~ 1.45 1e-6
