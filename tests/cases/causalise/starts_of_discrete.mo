// What discrete variables were before the start each says for itself, whatever they are equal to from then on.
model Before
  Boolean u(start = false, fixed = true), w(start = true, fixed = true), edge_u, edge_w;
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  u = time >= 0;
  w = u;
  edge_u = u and not pre(u);
  edge_w = w and not pre(w);
  when edge_u then
    n = pre(n) + 1;
  end when;
  when edge_w then
    k = pre(k) + 1;
  end when;
end Before;
// run: check $FILE --model Before --json
// json: model == "Before"
model Constant
  Boolean never(start = true, fixed = true), was;
equation
  never = false;
  was = pre(never);
end Constant;
// run: simulate $FILE --model Constant --method cvode --stop 1 --json
// json: final.never == 0
// json: final.was == 0
model Given
  Boolean u;
  Integer n(start = 0, fixed = true);
initial equation
  pre(u) = false;
equation
  u = sin(time) >= 0.5;
  when u then
    n = pre(n) + 1;
  end when;
end Given;
// run: simulate $FILE --model Given --method cvode --stop 10 --json
// json: final.n == 2
