model First
  Real x = 1;
end First;
model Second
  Real x = 2;
end Second;
// run: check $FILE
// status: 1
//err| error[E0004]: '$FILE' holds 2 models; choose one with --model
//err|   note: $FILE:1:7: First
//err|     model First
//err|           ^~~~~
//err|   note: $FILE:4:7: Second
//err|     model Second
//err|           ^~~~~~
// run: check $FILE --model Second --json
// json: model == "Second"
// differs: passes because x is computed (index 1), where it is otherwise an alias of a constant (index 0)
// run: check $FILE --model Third
// status: 1
//err| error[E0202]: there is no class 'Third'
