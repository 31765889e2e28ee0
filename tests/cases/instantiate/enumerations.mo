package P
  type Mode = enumeration(off "nothing", slow, fast);
  model M
    parameter Mode mode = Mode.slow;
    parameter Real speed[Mode] = {0, 1, 5};
    Real v = speed[mode];
    Real w = if mode < Mode.fast then 1 else 2;
    Integer n = Integer(mode);
    Mode now = if time > 0.5 then Mode.fast else mode;
    Real all = sum(speed[m] for m in Mode);
    annotation(experiment(StopTime = 1));
  end M;
  model Wrong
    Mode a = Mode.fats;
    Mode b = 2;
    Real c = Mode.off;
    type Bad = enumeration(a, b, a);
    Bad d = Bad.a;
  end Wrong;
end P;
// run: simulate $FILE --model P.M --method cvode --json
// json: final.v == 1
// json: final.w == 1
// json: final.n == 2
// json: final.now == 3
// json: final.all == 6
// run: check $FILE --model P.Wrong
// status: 1
//err| $FILE:14:19: error[E0201]: 'P.Mode' has no literal 'fats'
//err|         Mode a = Mode.fats;
//err|                       ^~~~
//err|   help: did you mean 'fast'?
//err| $FILE:15:14: error[E0204]: 'b' must be P.Mode, not Integer
//err|         Mode b = 2;
//err|                  ^
//err| $FILE:16:14: error[E0204]: 'c' must be Real, not P.Mode
//err|         Real c = Mode.off;
//err|                  ^~~~~~~~
//err| $FILE:17:34: error[E0207]: 'a' is declared twice
//err|         type Bad = enumeration(a, b, a);
//err|                                      ^
