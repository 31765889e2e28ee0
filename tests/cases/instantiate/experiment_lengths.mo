// A tolerance and an interval are positive (found by fuzzing: the run was refused without a place).
package P
  model Exact
    Real x = time;
    annotation(experiment(StopTime = 1, Tolerance = 0));
  end Exact;
  model Backwards
    Real x = time;
    annotation(experiment(StopTime = 1, Interval = -0.1));
  end Backwards;
end P;
// run: check $FILE --model P.Exact
// status: 1
//err| $FILE:5:53: error[E0611]: Tolerance of the experiment must be a positive number, not 0
//err|         annotation(experiment(StopTime = 1, Tolerance = 0));
//err|                                                         ^
// run: check $FILE --model P.Backwards
// status: 1
//err| $FILE:9:52: error[E0611]: Interval of the experiment must be a positive number, not -0.1
//err|         annotation(experiment(StopTime = 1, Interval = -0.1));
//err|                                                        ^~~~
