within;
package P "descriptions, annotations, and what the compiler does not support yet, are in the tree too"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model M
    extends Base(k = 2);
    parameter Integer n = 3 "size";
    Real x[n](each start = 1, each fixed = true);
    replaceable Pin p if n > 2;
  equation
    for i in 1:n loop
      der(x[i]) = if i == 1 then -x[i] else x[i - 1]^2 - k*x[i];
    end for;
    when x[1] < 0.5 then
      reinit(x[1], pre(x[1]) + 1);
    end when;
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE --dump=ast
//out| file
//out|   within
//out|   package P long
//out|     description
//out|       string "descriptions, annotations, and what the compiler does not support yet, are in the tree too"
//out|     elements
//out|       element class public
//out|         connector Pin long
//out|           elements
//out|             element components public Real
//out|               component v
//out|             element components public flow Real
//out|               component i
//out|           end Pin
//out|       element class public
//out|         model M long
//out|           elements
//out|             element extends public Base
//out|               modification ()
//out|                 modify k
//out|                   modification
//out|                     value integer 2
//out|             element components public parameter Integer
//out|               component n
//out|                 modification
//out|                   value integer 3
//out|                 description
//out|                   string "size"
//out|             element components public Real
//out|               component x
//out|                 subscripts
//out|                   reference
//out|                     part n
//out|                 modification ()
//out|                   modify each start
//out|                     modification
//out|                       value integer 1
//out|                   modify each fixed
//out|                     modification
//out|                       value boolean true
//out|             element components public replaceable Pin
//out|               component p
//out|                 condition binary >
//out|                   reference
//out|                     part n
//out|                   integer 2
//out|           equations
//out|             equation for
//out|               iterator i
//out|                 range
//out|                   integer 1
//out|                   reference
//out|                     part n
//out|               equation equality
//out|                 left call
//out|                   part der
//out|                   argument
//out|                     reference
//out|                       part x
//out|                         subscripts
//out|                           reference
//out|                             part i
//out|                 right if
//out|                   binary ==
//out|                     reference
//out|                       part i
//out|                     integer 1
//out|                   unary -
//out|                     reference
//out|                       part x
//out|                         subscripts
//out|                           reference
//out|                             part i
//out|                   chain -
//out|                     binary ^
//out|                       reference
//out|                         part x
//out|                           subscripts
//out|                             chain -
//out|                               reference
//out|                                 part i
//out|                               integer 1
//out|                       integer 2
//out|                     chain *
//out|                       reference
//out|                         part k
//out|                       reference
//out|                         part x
//out|                           subscripts
//out|                             reference
//out|                               part i
//out|             equation when
//out|               branch
//out|                 condition binary <
//out|                   reference
//out|                     part x
//out|                       subscripts
//out|                         integer 1
//out|                   real 0.5
//out|                 equation call
//out|                   left call
//out|                     part reinit
//out|                     argument
//out|                       reference
//out|                         part x
//out|                           subscripts
//out|                             integer 1
//out|                     argument
//out|                       chain +
//out|                         call
//out|                           part pre
//out|                           argument
//out|                             reference
//out|                               part x
//out|                                 subscripts
//out|                                   integer 1
//out|                         integer 1
//out|           annotation
//out|             modify experiment
//out|               modification ()
//out|                 modify StopTime
//out|                   modification
//out|                     value integer 1
//out|           end M
//out|     end P
// run: check $FILE --dump=ast --json
// json: stage == "ast"
// json: diagnostics == []
