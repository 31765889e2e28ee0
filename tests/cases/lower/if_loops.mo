// Loops inside of an if-equation whose condition changes during the run; branches agree element by element.
model IfLoops
  parameter Integer n = 3;
  Real x[n], y[2, n], z[1, n];
equation
  if time < 1 then
    for i in 1:n loop
      x[i] = i*time;
      for k in 1:2 loop
        y[k, i] = 10*k + i;
      end for;
    end for;
    z[1, :] = {1, 2, 3};
  else
    x = fill(-1, n);
    for i in 1:n loop
      for k in 1:2 loop
        y[k, i] = if i == 2 then time else k;
      end for;
    end for;
    for i in 1:n loop
      z[1, i] = -i;
    end for;
  end if;
  annotation(experiment(StopTime = 2));
end IfLoops;

model Unequal
  Real x[3];
equation
  if time < 1 then
    for i in 1:2 loop
      x[i] = time;
    end for;
  else
    x = {1, 2, 3};
  end if;
end Unequal;
// run: simulate $FILE --model IfLoops --method rosenbrock --stop 0.5 --json
// json: final[x[3]] == 1.5
// json: final[y[2,3]] == 23
// json: final[z[1,3]] == 3
// run: simulate $FILE --model IfLoops --method rosenbrock --json
// json: final[x[3]] == -1
// json: final[y[2,3]] == 2
// json: final[y[1,2]] == 2
// json: final[z[1,3]] == -3
// run: check $FILE --model Unequal
// status: 1
//err| $FILE:36:5: error[E0304]: this equation has another size than its counterpart in the first branch: Real[3] and Real[2]
//err|         x = {1, 2, 3};
//err|         ^~~~~~~~~~~~~
