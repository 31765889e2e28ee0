// A component that is redeclared with the class it has keeps its value.
package Redeclared
  record Cell
    parameter Real q;
    parameter Real v(min = 0);
  end Cell;
  record Better
    extends Cell(v = 4.2);
  end Better;
  record Stack
    parameter Integer n(min = 1);
    parameter Integer worn[:] = {0};
    replaceable parameter Cell original;
    replaceable parameter Cell degraded;
    replaceable parameter Cell cells[n] = {if i == worn[1] then degraded else original for i in 1:n};
  end Stack;
  record BatteryStack
    extends Stack(redeclare Cell original, redeclare Cell degraded, redeclare Cell cells);
  end BatteryStack;
  model M
    parameter Better fresh(q = 7), old(q = 5);
    parameter BatteryStack s(n = 3, worn = {2}, original = fresh, degraded = old);
    Real x = s.cells[2].q + s.cells[1].v;
  end M;
end Redeclared;
// run: simulate $FILE --model Redeclared.M --stop 1 --json
// json: final.x ~ 9.2 1e-12
