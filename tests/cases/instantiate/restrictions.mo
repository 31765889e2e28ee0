package P
  record R
    Real x;
    flow Real y;
  equation
    x = 1;
  end R;
  connector Odd
    Real v;
    Real w;
    flow Real i;
  end Odd;
  block B
    Real x = 1;
  end B;
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  algorithm
    y := 2;
  end f;
  model M
    R r;
    Odd o;
    parameter B b;
    extends R;
    extends f;
    Real z = f(1);
    Real Integer = 1;
  end M;
end P;
// run: check $FILE --model P.M
// status: 1
//err| $FILE:4:5: error[E0221]: an element of a record cannot be flow, stream, input or output
//err|         flow Real y;
//err|         ^~~~~~~~~~~
//err| $FILE:5:3: error[E0221]: the record 'P.R' cannot have equations
//err|       equation
//err|       ^~~~~~~~
//err| $FILE:8:13: error[E0223]: the connector 'P.Odd' has 2 potential and 1 flow variables: there must be equally many
//err|       connector Odd
//err|                 ^~~
//err| $FILE:17:16: error[E0207]: 'x' is declared twice, with other prefixes
//err|         input Real x;
//err|                    ^
//err|   note: $FILE:3:10: first declared here
//err|         Real x;
//err|              ^
//err| $FILE:18:17: error[E0207]: 'y' is declared twice, with other prefixes
//err|         output Real y;
//err|                     ^
//err|   note: $FILE:4:15: first declared here
//err|         flow Real y;
//err|                   ^
//err| $FILE:21:3: error[E0221]: a function can have one algorithm only
//err|       algorithm
//err|       ^~~~~~~~~
//err| $FILE:27:5: error[E0221]: 'b' is a block: it cannot be constant, parameter or discrete
//err|         parameter B b;
//err|         ^~~~~~~~~~~~~
//err| $FILE:29:5: error[E0221]: a model cannot extend the function 'P.f'
//err|         extends f;
//err|         ^~~~~~~~~
//err| $FILE:31:10: error[E0207]: 'Integer' is predefined: it cannot be declared again
//err|         Real Integer = 1;
//err|              ^~~~~~~
