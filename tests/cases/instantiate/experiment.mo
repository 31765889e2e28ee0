package Experiments "numbers of the experiment annotation are constant expressions"
  constant Real hour = 3600;
  model Constants
    parameter Real n = 2;
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = n*hour, Tolerance = 1e-3/10, Interval = hour/2));
  end Constants;
  model Text
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = "long"));
  end Text;
  model Varies
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = x));
  end Varies;
  model Unknown
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = q));
  end Unknown;
end Experiments;
// run: simulate $FILE --method cvode --model Experiments.Constants --json
// json: stop == 7200.0
// json: final[x] ~ 7200 1e-9
// run: simulate $FILE --method cvode --model Experiments.Constants --set n=1 --json
// json: stop == 3600.0
// run: check $FILE --model Experiments.Text
// status: 1
//err| $FILE:14:38: error[E0204]: StopTime of the experiment must be a number
//err|         annotation(experiment(StopTime = "long"));
//err|                                          ^~~~~~
// run: check $FILE --model Experiments.Varies
// status: 1
//err| $FILE:20:38: error[E0208]: StopTime of the experiment must be known at compile time: 'x' is not a parameter: its value is not known at compile time
//err|         annotation(experiment(StopTime = x));
//err|                                          ^
// run: check $FILE --model Experiments.Unknown
// status: 1
//err| $FILE:26:38: error[E0201]: unknown name 'q'
//err|         annotation(experiment(StopTime = q));
//err|                                          ^
