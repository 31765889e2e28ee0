model M "a grid has more cycles than anybody wants to see"
  parameter Integer N = 7;
  Real T[N, N](each start = 0, each fixed = true);
equation
  for i in 1:N loop
    for j in 1:N loop
      der(T[i, j]) = (if i > 1 then T[i - 1, j] - T[i, j] else 0) + (if i < N then T[i + 1, j] - T[i, j] else 0) + (if j > 1 then T[i, j - 1] - T[i, j] else 0) + (if j < N then T[i, j + 1] - T[i, j] else 0);
    end for;
  end for;
end M;
// run: analyze $FILE --json
// json: exact == true
// json: cycles.count == null
// json: variables[0].time_scale == 0.5
// run: analyze $FILE --list-cycles --json
// json: exact == true
// json: cycles.count == null
// json: diagnostics[0].code == "W0815"
//err| warning[W0815]: the enumeration of cycles was stopped after 10000 cycles of two states or more; there are others
