model SmallMovement "an alias is as wrong as what it stands for; so says every command"
  Real x(start = 0.02, fixed = true, nominal = 1);
  Real y = x;
  Boolean late(start = false, fixed = true);
equation
  der(x) = -x;
  when time > 0.5 then
    late = true;
  end when;
  annotation(experiment(StopTime = 1));
end SmallMovement;
// run: simulate $FILE --method euler --step 0.25 --output $TMP/e.csv --compare cvode --json
// json: comparison.epsilon_range ~ 0.08145 1e-3
// json: comparison.variables[0].range ~ 0.08145 1e-3
// json: comparison.variables[1].range ~ 0.08145 1e-3
// run: simulate $FILE --method cvode --intervals 4 --tolerance 1e-8 --output $TMP/c.csv --json
// json: status.ok == true
// run: compare $TMP/e.csv $TMP/c.csv --measure range --json
// json: epsilon ~ 0.08145 1e-3
// run: compare $TMP/e.csv $TMP/c.csv --measure range --window 0.6
//out| epsilon 0.0814273 (range), worst in x at t = 1
//out|
//out|   largest error        rms  variable
//out|       0.0814273  0.0642789  x
//out|       0.0814273  0.0642789  y
//out| not compared: late
// run: compare $TMP/e.csv $TMP/c.csv --measure range --window 0.6 --json
// json: not_compared == ["late"]
