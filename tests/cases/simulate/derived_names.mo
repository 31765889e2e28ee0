// A relation that contains a parameter made of others is told as it was written.
model DerivedNames
  parameter Real e = 0.5;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0.1*(e + 1) - 0.15 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end DerivedNames;
// run: simulate $FILE --method rk4 --step 0.1
// status: 3
//err| $FILE:9:8: error[E0616]: 'h < -(-0.1*(e + 1) + 0.15)' changes again and again near time 1.35457092: the model chatters, and time no longer advances
//err|       when h < 0.1*(e + 1) - 0.15 then
//err|            ^~~~~~~~~~~~~~~~~~~~~~
