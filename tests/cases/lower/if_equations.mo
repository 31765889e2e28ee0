// Structural conditions come first and choose; the rest is chosen at run time.
model M
  parameter Integer n = 0;
  parameter Boolean structural = false;
  Real x, y;
  Real z[n];
equation
  if structural then
    x = 1;
    y = 2;
  elseif time < 0.5 then
    x = 3;
    y = x + time;
  else
    x = 4;
    y = 3*x;
  end if;
  if n > 0 then
    for i in 1:div(100, n) loop
      z[i] = i;
    end for;
  end if;
end M;
// run: simulate $FILE --method cvode --stop 1 --json
// json: final.x == 4.0
// json: final.y == 12.0
// run: simulate $FILE --method cvode --stop 1 --json --set structural=true --set n=10
// json: final.y == 2.0
// json: final[z[10]] == 10.0
