// Fields of what a loop chooses among records that hold arrays of records, found element by element.
package P
  record Branch
    parameter Real R;
    parameter Real C = 1;
  end Branch;
  record Base
    parameter Real Ri = 1;
    parameter Real R0 = Ri;
  end Base;
  record Cell
    extends Base(R0 = Ri - sum(branch.R));
    parameter Integer n = 1;
    parameter Branch branch[n] = {Branch(R = 0)};
  end Cell;
  record Data
    extends Cell(n = 2, branch = {Branch(R = 0.2*Ri), Branch(R = 0.1*Ri)});
  end Data;
  record BaseStack
    parameter Integer Ns;
    parameter Integer Np;
    parameter Integer worn[:, 2] = {{0, 0}};
    replaceable parameter Base one;
    replaceable parameter Base two;
    replaceable parameter Base cell[Ns, Np] =
      {{if max({if s == worn[i, 1] and p == worn[i, 2] then 1 else 0 for i in 1:size(worn, 1)}) > 0
        then two else one for p in 1:Np} for s in 1:Ns};
  end BaseStack;
  record Stack
    extends BaseStack(redeclare Cell one, redeclare Cell two, redeclare Cell cell);
  end Stack;
  model User
    parameter Cell cell;
    parameter Real r[cell.n] = cell.branch.R;
    Real x = time*sum(r) + cell.R0;
  end User;
  model M
    parameter Data a(Ri = 10);
    parameter Data b(Ri = 20);
    parameter Stack s(Ns = 3, Np = 2, worn = [1, 1], one = a, two = b);
    User u[3, 2](cell = s.cell);
    Real worn = u[1, 1].x, good = u[3, 2].x, second = s.cell[2, 1].branch[2].R*time;
  end M;
end P;
// run: simulate $FILE --model P.M --stop 1 --json
// json: final.worn ~ 20 1e-12
// json: final.good ~ 10 1e-12
// json: final.second ~ 1 1e-12
