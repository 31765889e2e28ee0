// The equations of a base class see the names of the base class, not those of who extends it.
package P
  partial model Base
    Real y = hidden;
  end Base;
  model M
    extends Base;
    Real hidden = 2;
  end M;
end P;
// run: check $FILE --model P.M
// status: 1
//err| $FILE:4:14: error[E0201]: unknown name 'hidden'
//err|         Real y = hidden;
//err|                  ^~~~~~
