package P
  partial function F
    input Real x;
    output Real y;
  end F;
  partial function G
    input Real x;
    input Real y;
    output Real z;
  end G;
  function at_one
    input F f;
    output Real y;
  algorithm
    y := f(1);
  end at_one;
  function once
    input Real x;
    input G g;
    output Real z;
  algorithm
    z := at_one(function g(y = x));
  end once;
  function product
    extends G;
  algorithm
    z := x*y;
  end product;
  model M
    Real v = once(time, product);
  end M;
  model Known
    Real v = at_one(function product(y = time));
  end Known;
end P;
// run: check $FILE --model P.M
// status: 1
//err| $FILE:22:17: error[E0203]: 'g' is an input itself: arguments cannot be given to it in advance yet
//err|         z := at_one(function g(y = x));
//err|                     ^~~~~~~~~~~~~~~~~
// run: simulate $FILE --model P.Known --json
// json: final.v ~ 1 1e-12
