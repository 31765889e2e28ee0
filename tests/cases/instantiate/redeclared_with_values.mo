// A redeclaration counts with its value, which goes before what the class itself says of the component; and a field
// that is said farther outside goes before the value of the whole record.
package RedeclaredWithValues
  record Cable
    parameter Real r = 0;
    parameter Real v[2] = {1, 2};
  end Cable;
  function chosen
    input Real x;
    output Cable cable;
  algorithm
    cable.r := x;
  end chosen;
  partial model Base
    replaceable parameter Cable cable constrainedby Cable;
    parameter Real r = cable.r + cable.v[2];
  end Base;
  model Line
    extends Base(cable = chosen(1));
  end Line;
  partial model Network
    parameter Integer n = 2;
    replaceable Base lines[n];
  end Network;
  model Whole
    parameter Cable k(r = 5);
    Line line(redeclare replaceable Cable cable = k);
    Real y = line.r;
  end Whole;
  model Elements "one for each line, or one for all"
    extends Network(redeclare Line lines(redeclare replaceable Cable cable = k));
    parameter Cable k[2](r = {5, 6});
    Line same[3](redeclare Cable cable = k[1]);
    Real y = lines[2].r, z = same[3].r;
  end Elements;
  model Field "in a redeclaration, in a modifier, deeper inside"
    Line a(redeclare Cable cable(r = 7)), b(cable(r = 8)), c(cable(v = {0, 4}));
    Real y[3] = {a.r, b.r, c.r};
  end Field;
  model WholeAgain "outside of all"
    extends Field(b(cable = chosen(9)));
  end WholeAgain;
end RedeclaredWithValues;
// run: simulate $FILE --model RedeclaredWithValues.Whole --method cvode --stop 1 --json
// json: final.y == 7
// run: simulate $FILE --model RedeclaredWithValues.Elements --method cvode --stop 1 --json
// json: final.y == 8
// json: final.z == 7
// run: simulate $FILE --model RedeclaredWithValues.Field --method cvode --stop 1 --json
// json: final[y[1]] == 9
// json: final[y[2]] == 10
// json: final[y[3]] == 5
// run: simulate $FILE --model RedeclaredWithValues.WholeAgain --method cvode --stop 1 --json
// json: final[y[2]] == 11
