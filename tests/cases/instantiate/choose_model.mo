model First
  Real x = 1;
end First;
model Second
  Real x = 2;
end Second;
// run: check $FILE
// status: 1
// run: check $FILE --model Second --json
// json: model == "Second"
// run: check $FILE --model Third
// status: 1
