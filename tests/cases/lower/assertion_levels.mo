model M
  parameter Real p[3] = {1, -1, 1};
  Real x = time;
equation
  assert(p[1] < 0, "only a remark", AssertionLevel.warning);
  for i in 1:3 loop
    assert(p[i] > 0, "p[i] must be positive");
  end for;
  assert(message = "fine", condition = p[1] > 0);
end M;
// run: check $FILE
// status: 1
//err| $FILE:5:3: warning[W0302]: assertion violated: only a remark
//err|       assert(p[1] < 0, "only a remark", AssertionLevel.warning);
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err| $FILE:7:5: error[E0303]: assertion violated: p[i] must be positive
//err|         assert(p[i] > 0, "p[i] must be positive");
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
