model Driven "what drives inputs, and what is wrong with it"
  parameter Real T = 2;
  input Real u(start = 1);
  input Boolean on(start = true);
  output Real y = x;
  Real x(start = 0, fixed = true);
  Real n(start = 0, fixed = true);
equation
  T*der(x) = u - x;
  der(n) = if on then 1 else 0;
  annotation(experiment(StopTime = 2));
end Driven;
// run: simulate $FILE --method cvode --json
// json: final.x ~ 0.6321205588285577 1e-5
// json: final.n ~ 2 1e-9
//err| $FILE:3:14: warning[W0405]: 2 inputs of the model without a source keep their start value: u and on
//err|       input Real u(start = 1);
//err|                  ^
//err|   help: --input FILE.csv drives inputs by the columns of their names, --input NAME=EXPRESSION by a function of time
// run: simulate $FILE --method cvode --input simulate/inputs_drive.csv --tolerance 1e-9 --json
// json: final.x ~ 0.3096362435 1e-6
// json: final.n ~ 1 1e-9
// run: simulate $FILE --method cvode --input simulate/inputs_drive.csv --between held --tolerance 1e-9 --json
// json: final.x ~ 0.3934693402873666 1e-7
// json: statistics.events == 2
// run: simulate $FILE --method cvode --input u=2*time --input on=time>1.5 --tolerance 1e-9 --json
// json: final.x ~ 1.4715177646857693 1e-7
// json: final.n ~ 0.5 1e-9
// run: simulate $FILE --method cvode --input simulate/inputs_drive.csv --stop 11
// status: 1
//err| error[E0511]: 'simulate/inputs_drive.csv': the values of 'u' end at 10, before the run does (11)
// run: simulate $FILE --method cvode --input simulate/inputs_twice.csv
// status: 1
//err| error[E0511]: 'simulate/inputs_twice.csv', row 3: the time 1 comes twice
//err|   help: keep the last row of each time, and write --between held if values shall jump at their rows
// run: simulate $FILE --method cvode --input simulate/inputs_twice_mended.csv --between held --tolerance 1e-9 --json
// json: final.x ~ 0.7869386805747332 1e-7
// json: final.n ~ 1 1e-9
// run: simulate $FILE --method cvode --input simulate/inputs_back.csv
// status: 1
//err| error[E0701]: simulate/inputs_back.csv:4: the time runs backwards
// run: simulate $FILE --method cvode --input simulate/inputs_short.csv
// status: 1
//err| error[E0511]: 'simulate/inputs_short.csv' has no column for the input 'on'
//err|   help: give it a source of its own: --input on=EXPRESSION
// run: simulate $FILE --method cvode --input simulate/nothing.csv
// status: 1
//err| error[E0001]: cannot read 'simulate/nothing.csv': No such file or directory
// run: simulate $FILE --method cvode --input v=3
// status: 1
//err| --input v:1:1: error[E0511]: the model has no input 'v'
//err|     3
//err|     ^
//err|   help: its inputs are u and on
// run: simulate $FILE --method cvode --input no=3
// status: 1
//err| --input no:1:1: error[E0511]: the model has no input 'no'
//err|     3
//err|     ^
//err|   help: its inputs are u and on
// run: simulate $FILE --method cvode --input u.start=3
// status: 1
//err| --input u.start:1:1: error[E0511]: the model has no input 'u.start'
//err|     3
//err|     ^
//err|   help: its inputs are u and on
// run: simulate $FILE --method cvode --input x=3
// status: 1
//err| --input x:1:1: error[E0511]: the model has no input 'x'
//err|     3
//err|     ^
//err|   help: its inputs are u and on
// run: simulate $FILE --method cvode --input u
// status: 2
//err| error[E0511]: --input needs a file (.csv, .mat) or NAME=EXPRESSION, not 'u'
// run: simulate $FILE --method cvode --input u=1 --input on=1
// status: 1
//err| --input on:1:1: error[E0204]: 'on' must be Boolean, not Integer
//err|     1
//err|     ^
