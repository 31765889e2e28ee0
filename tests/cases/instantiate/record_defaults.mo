// Fields that a constructor is not given, whose defaults speak of others: given ones, ones that stand behind them and
// have defaults of their own. `each` is said of the array around a record, not of those inside of it.
package RecordDefaults
  record Material
    parameter Real x, k, c;
    parameter Integer n(min = 1) = max(1, integer(ceil(real_n)));
    parameter Boolean steady = c < 1e-9;
    parameter Real real_n = if steady then 1 else x*sqrt(c/k);
  end Material;
  record Board
    extends Material(k = 1, c = 4);
  end Board;
  record Stack
    parameter Integer layers;
    parameter Material material[layers];
    final parameter Integer n[layers] = {material[i].n for i in 1:layers};
  end Stack;
  model Wall
    parameter Stack stack;
    Real T[sum(stack.n)] = fill(time, sum(stack.n));
  end Wall;
  model Walls
    parameter Stack stack(layers = 3, material = {Material(x = 2, k = 1, c = 1), Board(x = 1), Material(1, 1, 0)});
    Wall one(stack = stack), walls[2](each stack = stack);
    Real all = sum(one.T) + sum(walls[2].T);
  end Walls;
  model Circle
    record Loop
      parameter Real a = b + 1, b = a - 1;
    end Loop;
    parameter Loop fine = Loop(b = 3);
    Real y = fine.a + time;
  end Circle;
end RecordDefaults;
// run: simulate $FILE --model RecordDefaults.Walls --method cvode --stop 1 --json
// json: final.all == 10
// run: simulate $FILE --model RecordDefaults.Circle --method cvode --stop 1 --json
// json: final.y == 5
