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
// run: check $FILE --model P.B
// status: 1
