model M "a relation that cannot be decided before another: mod divides by zero unless time < 9 is known to hold"
  Real d = if time < 9 then 4 else 0;
  Real m = mod(3, d);
end M;
// run: simulate $FILE --method cvode --stop 1 --json
// json: status.ok == true
// json: final.m == 3.0
