package P
  function f
    input Real x;
    output Real y = x;
  end f;
  function again
    input Real x;
    output Real y = again(x);
  end again;
  model M
    Real a = f();
    Real b = f(1, 2);
    Real c = f(z = 1);
    Real d = f("s");
    Real e = sine(1);
    Real g = sin(1, 2);
    Real h = again(1);
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
//err| $FILE:11:14: error[E0209]: 'P.f': the input 'x' is not given
//err|         Real a = f();
//err|                  ^~~
//err| $FILE:12:19: error[E0209]: 'P.f': too many arguments
//err|         Real b = f(1, 2);
//err|                       ^
//err|   note: $FILE:2:12: the function
//err|       function f
//err|                ^
//err| $FILE:13:16: error[E0209]: 'P.f': there is no input 'z'
//err|         Real c = f(z = 1);
//err|                    ^
//err|   note: $FILE:2:12: the function
//err|       function f
//err|                ^
//err| $FILE:14:16: error[E0204]: the input 'x' of 'P.f' must be Real, not String
//err|         Real d = f("s");
//err|                    ^~~
//err| $FILE:15:14: error[E0202]: unknown function 'sine'
//err|         Real e = sine(1);
//err|                  ^~~~
//err|   help: did you mean 'sin'?
//err| $FILE:16:14: error[E0209]: 'sin' takes 1 argument, not 2
//err|         Real g = sin(1, 2);
//err|                  ^~~~~~~~~
