// A room with a wall, heated by a resistor behind a rectifier: the current follows the mains, the resistor's temperature
// its heat, the wall the resistor. A relay changes the load 25 times a second, which concerns the current only.
model Heater
  parameter Real f = 50;
  Real i(start = 0, fixed = true);
  Real T(start = 20, fixed = true);
  Real wall(start = 20, fixed = true);
  discrete Real R(start = 1, fixed = true);
equation
  der(i) = 1000*(abs(sin(2*3.14159265358979323846*f*time)) - R*i);
  der(T) = 30*i^2 - 0.5*(T - wall);
  der(wall) = 0.2*(T - wall) - 0.05*(wall - 20);
  when sample(0.02, 0.04) then
    R = 3 - pre(R);
  end when;
  annotation(experiment(StopTime = 10));
end Heater;
// run: simulate $FILE --method cvode --tolerance 1e-7 --json
// json: final.T ~ 52.1977 2e-5
// json: final.wall ~ 38.3943 2e-5
// run: simulate $FILE --method multirate --fast i --tolerance 1e-5 --json
// json: status.ok == true
// json: statistics.full_rhs_evaluations == 0
// json: statistics.events == 250
// json: final.T ~ 52.1977 2e-3
// json: final.wall ~ 38.3943 2e-3
// run: simulate $FILE --method multirate --json
// json: status.ok == true
// run: simulate $FILE --method multirate --parts 2 --tolerance 1e-5 --json
// json: final.T ~ 52.1977 2e-3
// run: simulate $FILE --method multirate --step 0.5 --fast i
// status: 1
//err| error[E0610]: the method multirate chooses its own steps
//err|   help: leave --step out; --intervals sets the output points
