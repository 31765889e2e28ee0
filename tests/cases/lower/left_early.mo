// Loops and functions that are left early, as values of the run decide.
function first_above
  input Real x[:];
  input Real limit;
  output Integer at;
algorithm
  for i in 1:size(x, 1) loop
    if x[i] > limit then
      at := i;
      return;
    end if;
  end for;
  at := 0;
end first_above;

function sum_until
  input Real x[:];
  input Real limit;
  output Real sum = 0;
algorithm
  for i in 1:size(x, 1) loop
    if sum > limit then
      break;
    end if;
    sum := sum + x[i];
  end for;
  sum := -sum;
end sum_until;

model LeftEarly
  Real limit = time;
  Real at = first_above({0.5, 1.5, 2.5}, limit);
  Real sum = sum_until({1, 2, 3, 4}, 2*limit);
  Integer n;
algorithm
  n := 0;
  for i in 1:5 loop
    n := i;
    if i > 2*time then
      break;
    end if;
  end for;
  annotation(experiment(StopTime = 2));
end LeftEarly;
// run: simulate $FILE --model LeftEarly --method rosenbrock --json
// json: final.at == 3
// json: final.sum == -6
// json: final.n == 5
// run: simulate $FILE --model LeftEarly --method rosenbrock --stop 1 --json
// json: final.at == 2
// json: final.sum == -3
// json: final.n == 3
// run: simulate $FILE --model LeftEarly --method rosenbrock --stop 0.25 --json
// json: final.at == 1
// json: final.sum == -1
// json: final.n == 1
