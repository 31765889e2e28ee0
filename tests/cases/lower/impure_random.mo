// Random numbers of a generator with a state that nobody sees: one for each instant and call, whoever asks how often.
package Impure
  function initialise
    input Integer seed;
    output Integer id;
  protected
    Integer state[33];
    impure function setInternalState
      input Integer state[33];
      input Integer id;
      external "C" ModelicaRandom_setInternalState_xorshift1024star(state, size(state, 1), id);
    end setInternalState;
  algorithm
    for i in 1:32 loop
      state[i] := seed*1000003 + 7919*i;
    end for;
    state[33] := 0;
    id := 715827883;
    setInternalState(state, id);
  end initialise;
  impure function random
    input Integer id;
    output Real y;
    external "C" y = ModelicaRandom_impureRandom_xorshift1024star(id);
  end random;
  impure function between
    input Integer id;
    input Integer least;
    input Integer most;
    output Integer y;
  protected
    Real r;
  algorithm
    r := random(id);
    y := min(most, integer(r*(most - least + 1)) + least);
  end between;
  function next "The same generator, with its state outside"
    input Integer before[33];
    output Real y;
    output Integer state[33];
    external "C" ModelicaRandom_xorshift1024star(before, state, y);
  end next;
  model Draws
    parameter Integer id = initialise(3);
    Real x(start = 1, fixed = true);
    discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
    discrete Real many[3](each start = 0, each fixed = true);
    Integer whole(start = 0, fixed = true);
    discrete Real sum(start = 0, fixed = true);
    discrete Real outside(start = 0, fixed = true);
    Integer state[33](start = {if i == 33 then 0 else 3000009 + 7919*i for i in 1:33}, each fixed = true);
    Real difference = a - outside;
  equation
    der(x) = a - x;
    when sample(0.1, 0.1) then
      a = random(id);
      sum = pre(sum) + a;
    end when;
    when time > 0.55 then
      b = random(id);
    end when;
    when time > 0.65 then
      for i in 1:3 loop
        many[i] = random(id);
      end for;
    end when;
  algorithm
    when sample(0.1, 0.1) then
      (outside, state) := next(pre(state));
    end when;
    when time > 0.75 then
      whole := between(id, 10, 20);
    end when;
    annotation(experiment(StopTime = 0.5));
  end Draws;
  block Seed
    parameter Integer seed = 3;
    final parameter Integer id = initialise(seed);
  end Seed;
  model Inside
    inner Seed global(seed = 5);
    block Draw
      outer Seed global;
      discrete Real y;
    equation
      when {initial(), sample(0.1, 0.1)} then
        y = random(global.id);
      end when;
    end Draw;
    Draw one, two;
    Boolean different = abs(one.y - two.y) > 1e-6;
    annotation(experiment(StopTime = 0.5));
  end Inside;
  model AtStart "Seeded at the start, as the run says"
    final parameter Integer seed(fixed = false), id(fixed = false);
    parameter Integer other = 3;
    discrete Real a(start = 0, fixed = true);
  initial equation
    seed = other;
    id = initialise(seed);
  equation
    when sample(0.1, 0.1) then
      a = random(id);
    end when;
    annotation(experiment(StopTime = 0.5));
  end AtStart;
  model Written "Seeded at the start, by a number that the text gives"
    parameter Integer id(fixed = false);
    discrete Real a(start = 0, fixed = true);
  initial algorithm
    id := initialise(3);
  equation
    when sample(0.1, 0.1) then
      a = random(id);
    end when;
    annotation(experiment(StopTime = 0.5));
  end Written;
  model Unseeded "min would hide that there are no numbers"
    parameter Integer id(fixed = false);
    discrete Real a(start = 0, fixed = true);
  initial equation
    id = 5;
  equation
    when sample(0.1, 0.1) then
      a = min(1, random(id));
    end when;
    annotation(experiment(StopTime = 0.5));
  end Unseeded;
  model Always
    parameter Integer id = initialise(3);
    Real x(start = 1, fixed = true);
  equation
    der(x) = random(id);
  end Always;
  model NoSeed
    discrete Real a(start = 0, fixed = true);
  equation
    when sample(0.1, 0.1) then
      a = random(1);
    end when;
  end NoSeed;
end Impure;
// run: simulate $FILE --model Impure.Draws --method cvode --json
// json: final.a ~ 0.7030111834307187 1e-5
// json: final.difference == 0
// run: simulate $FILE --model Impure.Draws --stop 1 --method cvode --tolerance 1e-8 --json
// json: final.a ~ 0.8234854300267196 1e-12
// json: final.b ~ 0.07803934495076548 1e-12
// json: final.whole == 10
// run: simulate $FILE --model Impure.Draws --stop 1 --method euler --step 0.01 --json
// json: final.a ~ 0.8234854300267196 1e-12
// json: final.b ~ 0.07803934495076548 1e-12
// run: simulate $FILE --model Impure.Inside --method cvode --json
// json: final.different == 1
// run: simulate $FILE --model Impure.AtStart --method cvode --json
// json: final.a ~ 0.7030111834307187 1e-5
// run: simulate $FILE --model Impure.Written --method cvode --json
// json: final.a ~ 0.7030111834307187 1e-5
// run: simulate $FILE --model Impure.Unseeded --method cvode --json
// status: 3
//err| error[E0501]: impure random numbers are drawn at time 0.1, and nothing has seeded their generator: initializeImpureRandom does
// run: check $FILE --model Impure.Always
// status: 1
//err| $FILE:133:14: error[E0301]: impure random numbers are drawn at instants only: in when-equations and when-statements
//err|         der(x) = random(id);
//err|                  ^~~~~~~~~~
// run: check $FILE --model Impure.NoSeed
// status: 1
//err| $FILE:139:11: error[E0301]: the generator has no state: its identification must come of initializeImpureRandom, as the value of a parameter or of an initial equation
//err|           a = random(1);
//err|               ^~~~~~~~~
