package P
  model A
    A inner_a;
  end A;
  model B
    extends B;
  end B;
  model C
    A a;
    annotation(experiment(StopTime = 1));
  end C;
end P;
// run: check $FILE --model P.C
// status: 1
//err| $FILE:3:7: error[E0210]: class 'P.A' contains or extends itself
//err|         A inner_a;
//err|           ^~~~~~~
// run: check $FILE --model P.B
// status: 1
//err| $FILE:5:9: error[E0210]: class 'P.B' contains or extends itself
//err|       model B
//err|             ^
