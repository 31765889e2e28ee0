// A component that is both inner and outer is two: named where it is declared it is the one around, and what stands
// inside of the class finds the inner one, with its modifications.
package InnerOuter
  model Level
    parameter Real gain = 1;
    Real total;
  end Level;
  model Leaf
    outer Level level;
    Real seen = level.total + level.gain;
  end Leaf;
  model Stage
    inner outer Level level(gain = 10, total = outside + 100);
    Leaf leaf;
    Real outside = level.total;
  end Stage;
  model Top
    inner Level level(gain = 2, total = 5 + time);
    Stage stage;
    Leaf leaf;
  end Top;
end InnerOuter;
// run: simulate $FILE --model InnerOuter.Top --method cvode --stop 1 --json
// json: final[leaf.seen] ~ 8 1e-12
// json: final[stage.outside] ~ 6 1e-12
// json: final[stage.leaf.seen] ~ 116 1e-12
