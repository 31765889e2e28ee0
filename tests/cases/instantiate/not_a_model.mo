package P
  partial model A
  end A;
  function f
    input Real x;
    output Real y = x;
  end f;
end P;
// run: check $FILE
// status: 1
// run: check $FILE --model P.A
// status: 1
// run: check $FILE --model P.f
// status: 1
