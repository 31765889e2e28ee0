model M
  parameter String s = "ab";
  parameter String t = s + "c";
  parameter Integer n = if t == "abc" then 2 else 1;
  Real x[n] = {if s < "b" then 1 else 2, if s <> "ab" then 1 else 2};
end M;
// run: simulate $FILE --method cvode --json
// json: final[x[1]] == 1.0
// json: final[x[2]] == 2.0
// run: check $FILE --set s="x" --json
// status: 1
//err| $FILE:5:15: error[E0205]: 'x' is Real[1], its value Integer[2]
//err|       Real x[n] = {if s < "b" then 1 else 2, if s <> "ab" then 1 else 2};
//err|                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
