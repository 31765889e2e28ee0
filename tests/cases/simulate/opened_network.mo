model OpenedNetwork "forty branches on two mains: through the flows every derivative depends on every valve"
  parameter Integer n = 40;
  parameter Real r[n] = {1 + 0.5*sin(i) for i in 1:n};
  Real T[n](each start = 20, each fixed = true);
  Real y[n](each start = 0.5, each fixed = true);
  Real m[n], p, mean = sum(T)/n;
  Boolean rests(start = false, fixed = true) "the pump, until it is colder";
equation
  rests = mean > 22 or pre(rests) and mean > 21;
  (if rests then 1 else 4) - p = 2*sum(m)/n;
  for i in 1:n loop
    p*(if i == 1 and time > 1.5 then 0.1 else 0.1 + y[i]) = r[i]*m[i];
    der(T[i]) = 3*m[i]*(40 - T[i]) - (T[i] - 5);
    0.02*der(y[i]) = 0.5*(1 + tanh(21 + 3*sin(3*i) - T[i])) - y[i];
  end for;
  annotation(experiment(StopTime = 2, Tolerance = 1e-6));
end OpenedNetwork;
// Closed, the factors of 373 matrices with 40 by 40 dense entries take 8.4e7 operations.
// run: simulate $FILE --method rosenbrock --compare cvode --json
// json: statistics.solver_operations ~ 3.7e6 0.3
// json: statistics.events == 28
// json: comparison.epsilon_range ~ 2e-6 5
// run: simulate $FILE --method rosenbrock --fast y[1],y[2],y[3],y[4],y[5] --compare cvode --json
//err| warning[W0806]: within the work allowed the time scale of 11 states of 80 could not be proven, only bracketed; sunder analyze with a larger --budget may settle more
// json: statistics.events == 28
// json: comparison.epsilon_range ~ 2e-6 20
// run: simulate $FILE --method implicit-euler --step 0.001 --json
// json: status.ok == true
// json: statistics.newton_iterations ~ 9500 0.2
