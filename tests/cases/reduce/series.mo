// Time series of the user in place of random inputs: they must have the columns and the length.
model Room
  input Real outside(start = 0);
  output Real T(start = 5, fixed = true);
  Real heater(start = 0, fixed = true);
  Boolean on(start = false);
equation
  on = T < 4 or pre(on) and T < 6;
  der(T) = -T + outside + 10*heater;
  der(heater) = 5*((if on then 1 else 0) - heater);
  annotation(experiment(StopTime = 20, Interval = 0.1));
end Room;
model Weather
  output Real outside = 2*sin(0.3*time);
  Real unused(start = 0, fixed = true);
equation
  der(unused) = 0;
end Weather;
// run: simulate $FILE --method cvode --model Weather --stop 20 --output $TMP/weather.csv --json
// json: status.ok == true
// run: simulate $FILE --method cvode --model Weather --stop 3 --output $TMP/short.csv --json
// json: status.ok == true
// run: simulate $FILE --method cvode --model Weather --stop 20 --filter unused --output $TMP/wrong.csv --json
// json: status.ok == true
// run: reduce $FILE --model Room --switched --order 2 --series $TMP/weather.csv --figure $TMP/room.svg --json
// json: scenario.samples == 1
// json: scenario.confident == false
// file: $TMP/room.svg starts <svg
// run: reduce $FILE --model Room --switched --order 2 --series $TMP/weather.csv --series $TMP/weather.csv --json
// json: scenario.samples == 2
// run: reduce $FILE --model Room --switched --series $TMP/short.csv
// status: 1
//err| error[E1115]: $TMP/short.csv ends before the stop time 20
// run: reduce $FILE --model Room --switched --series $TMP/wrong.csv
// status: 1
//err| error[E1115]: $TMP/wrong.csv has no column 'outside'
// run: reduce $FILE --model Room --switched --series $TMP/none.csv
// status: 1
//err| error[E0001]: cannot read '$TMP/none.csv': No such file or directory
