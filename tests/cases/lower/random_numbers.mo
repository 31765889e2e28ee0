// Random numbers are functions of their state, which comes back as a second output.
function random
  input Integer state_in[2];
  output Real number;
  output Integer state_out[2];
  external "C" ModelicaRandom_xorshift64star(state_in, state_out, number);
end random;

model RandomNumbers
  Integer state[2](start = {1, 0}, each fixed = true);
  discrete Real r(start = 0, fixed = true);
algorithm
  when sample(0.1, 0.1) then
    (r, state) := random(pre(state));
  end when;
  annotation(experiment(StopTime = 0.25));
end RandomNumbers;
// run: simulate $FILE --model RandomNumbers --method rosenbrock --json
// json: final.r == 0.6402388791967286
// json: final[state[1]] == -955010875
// json: final[state[2]] == 602321399
