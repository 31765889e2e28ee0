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
//err| error[E0004]: '$FILE' holds no model that can be simulated
// run: check $FILE --model P.A
// status: 1
//err| $FILE:2:17: error[E0215]: 'P.A' is partial: it cannot be simulated by itself
//err|       partial model A
//err|                     ^
// run: check $FILE --model P.f
// status: 1
//err| $FILE:4:12: error[E0215]: 'P.f' is not a model: it cannot be simulated by itself
//err|       function f
//err|                ^
