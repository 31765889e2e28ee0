// class extends: the class of that name in the base, with more in it.
package Base
  replaceable partial model Part
    parameter Real k = 2;
    Real y;
  end Part;
  model Whole
    Part part;
  end Whole;
end Base;

package Derived
  extends Base;
  redeclare model extends Part(k = 5)
    parameter Real offset = 1;
  equation
    y = k*time + offset;
  end Part;
end Derived;

model ClassExtends
  Derived.Whole whole;
end ClassExtends;

package NoBase
  extends Base;
  redeclare model extends Piece
  end Piece;
end NoBase;
model Refused
  NoBase.Piece piece;
end Refused;
// run: simulate $FILE --model ClassExtends --stop 2 --method rosenbrock --json
// json: final[whole.part.y] == 11
// run: check $FILE --model Refused
// status: 1
//err| $FILE:27:27: error[E0219]: there is no inherited class 'Piece' to extend
//err|       redeclare model extends Piece
//err|                               ^~~~~
