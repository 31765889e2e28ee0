// A thousand thermostats: one shape for each relation and one for each equation.
model Thermostats
  parameter Integer n = 1000;
  Real x[n](start = {20 + i/n for i in 1:n}, each fixed = true);
  Boolean on[n](each start = true);
  Integer switched[n](each start = 0);
equation
  for i in 1:n loop
    on[i] = if pre(on[i]) then x[i] < 22 + i/n else x[i] < 18;
    der(x[i]) = (if on[i] then 30 else 10) - x[i];
    when change(on[i]) then
      switched[i] = pre(switched[i]) + 1;
    end when;
  end for;
  annotation(experiment(StopTime = 0.4));
end Thermostats;
// run: check $FILE --json
// json: shapes == 3
// json: events == 2000
// run: simulate $FILE --method rk4 --step 0.02 --json
// json: final[switched[1]] == 1.0
// json: final[switched[1000]] == 1.0
