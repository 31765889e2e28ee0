// All modes are listed, also those no run visits; the reduced system is written as a model that runs like the full one.
model TwoRooms
  parameter Real k = 0.3;
  input Real outside(start = 5);
  output Real T[2](each start = 20, each fixed = true);
  Real heater[2](each start = 0, each fixed = true);
  Boolean on[2](each start = false);
equation
  for i in 1:2 loop
    on[i] = T[i] < 19 or pre(on[i]) and T[i] < 21;
    der(heater[i]) = 4*((if on[i] then 1 else 0) - heater[i]);
  end for;
  der(T[1]) = 0.2*(outside - T[1]) + k*(T[2] - T[1]) + 6*heater[1];
  der(T[2]) = 0.25*(outside - T[2]) + k*(T[1] - T[2]) + 7*heater[2];
  annotation(experiment(StopTime = 20, Interval = 0.05));
end TwoRooms;
// run: reduce $FILE --switched --samples 20 --input amplitude=2 --input period=9 --order 4 --output $TMP/four.mo --json
// json: states == 4
// json: dynamics == 4
// json: memory == ["on[1]", "on[2]"]
// json: scenario.failures == []
// json: chosen.order == 4
// run: simulate $TMP/four.mo --method cvode --tolerance 1e-9 --output $TMP/four.csv --json
// json: status.ok == true
//err| $TMP/four.mo:2:14: warning[W0405]: 1 input of the model without a source keeps its start value: outside
//err|       input Real outside(start = 5);
//err|                  ^~~~~~~
//err|   help: --input FILE.csv drives inputs by the columns of their names, --input NAME=EXPRESSION by a function of time
// run: simulate $FILE --method cvode --tolerance 1e-9 --output $TMP/full.csv --json
// json: status.ok == true
//err| $FILE:4:14: warning[W0405]: 1 input of the model without a source keeps its start value: outside
//err|       input Real outside(start = 5);
//err|                  ^~~~~~~
//err|   help: --input FILE.csv drives inputs by the columns of their names, --input NAME=EXPRESSION by a function of time
// run: compare $TMP/full.csv $TMP/four.csv --json
// json: epsilon ~ 0 1e-7
