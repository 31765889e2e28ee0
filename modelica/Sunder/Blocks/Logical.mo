within Sunder.Blocks;
package Logical "Decisions"
  block And "True if both are"
    BooleanInput u1;
    BooleanInput u2;
    BooleanOutput y;
  equation
    y = u1 and u2;
  end And;

  block Or "True if one is"
    BooleanInput u1;
    BooleanInput u2;
    BooleanOutput y;
  equation
    y = u1 or u2;
  end Or;

  block Not "The opposite"
    BooleanInput u;
    BooleanOutput y;
  equation
    y = not u;
  end Not;

  block Greater "True if the first is larger"
    RealInput u1;
    RealInput u2;
    BooleanOutput y;
  equation
    y = u1 > u2;
  end Greater;

  block GreaterThreshold "True above a threshold"
    RealInput u;
    BooleanOutput y;
    parameter Real threshold = 0 "above it";
  equation
    y = u > threshold;
  end GreaterThreshold;

  block Less "True if the first is smaller"
    RealInput u1;
    RealInput u2;
    BooleanOutput y;
  equation
    y = u1 < u2;
  end Less;

  block LessThreshold "True below a threshold"
    RealInput u;
    BooleanOutput y;
    parameter Real threshold = 0 "threshold";
  equation
    y = u < threshold;
  end LessThreshold;

  block Xor "True if one is and the other is not"
    BooleanInput u1;
    BooleanInput u2;
    BooleanOutput y;
  equation
    y = u1 and not u2 or u2 and not u1;
  end Xor;

  block Latch "Becomes true with one input and false with the other, which is the stronger"
    BooleanInput set;
    BooleanInput reset;
    BooleanOutput y(start=false, fixed=true);
  equation
    y = not reset and (set or pre(y));
  end Latch;

  block Hysteresis "True above one threshold, until it falls below another"
    RealInput u;
    BooleanOutput y;
    parameter Real uLow "below it false";
    parameter Real uHigh "above it true";
    parameter Boolean pre_y_start = false "before the start";
  initial equation
    pre(y) = pre_y_start;
  equation
    y = u > uHigh or pre(y) and u >= uLow;
  end Hysteresis;

  block Switch "One signal or the other"
    RealInput u1 "taken when u2 is true";
    BooleanInput u2;
    RealInput u3 "taken when u2 is false";
    RealOutput y;
  equation
    y = if u2 then u1 else u3;
  end Switch;

  block Timer "For how long its input has been true"
    BooleanInput u;
    RealOutput y(unit="s");
  protected
    discrete Real since(start=0, fixed=true, unit="s");
  equation
    when u then
      since = time;
    end when;
    y = if u then time - since else 0;
  end Timer;

  block GreaterEqual "True if the first is not smaller"
    RealInput u1;
    RealInput u2;
    BooleanOutput y;
  equation
    y = u1 >= u2;
  end GreaterEqual;

  block LessEqual "True if the first is not larger"
    RealInput u1;
    RealInput u2;
    BooleanOutput y;
  equation
    y = u1 <= u2;
  end LessEqual;

  block LogicalSwitch "One logical signal or the other"
    BooleanInput u1 "taken when u2 is true";
    BooleanInput u2;
    BooleanInput u3 "taken when u2 is false";
    BooleanOutput y;
  equation
    y = if u2 then u1 else u3;
  end LogicalSwitch;

  block Pre "Its input before the event: breaks a loop of decisions"
    BooleanInput u;
    BooleanOutput y;
    parameter Boolean pre_u_start = false "before the start";
  initial equation
    pre(u) = pre_u_start;
  equation
    y = pre(u);
  end Pre;

  block OnDelay "Becomes true a while after its input did, if that stays true"
    BooleanInput u;
    BooleanOutput y;
    parameter Real delayTime(unit="s", min=0) "how long after";
  protected
    discrete Real since(start=0, fixed=true, unit="s") "when the input became true";
  equation
    when u then
      since = time;
    end when;
    y = u and time >= since + delayTime;
  end OnDelay;

  block Counter "How often its input has become true"
    BooleanInput u;
    IntegerOutput y(start=0, fixed=true);
  equation
    when u then
      y = pre(y) + 1;
    end when;
  end Counter;
end Logical;
