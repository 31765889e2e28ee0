within Sunder;
partial model DirectedFriction
  "What holds until it is torn loose, and drags while it slides, as much as it does in that direction"
  parameter Real peak(min=1) = 1 "what holds, as a multiple of what drags";
  parameter Real v_small(min=0) = 1e-3
    "surfaces that hold and are faster all the same were torn loose by an impulse";
  Real v_slide "speed of the surfaces against each other, in m/s or rad/s";
  Real a_slide "its rate";
  Real f_forward "force or torque that drags, against motion forward";
  Real f_backward "the same, against motion backward";
  Real f_friction "force or torque against the motion";
  Boolean pressed "the surfaces touch";
  Integer mode(start=0) "0 stuck, 1 and -1 sliding, 2 and -2 torn loose, without speed yet";
protected
  Real f_hold "what holds while stuck";
initial equation
  pre(mode) = if v_slide > 0 then 1 else if v_slide < 0 then -1 else 0;
equation
  // What acts is decided by the mode so far, and the mode by what comes of it: events go on until both agree. Surfaces
  // that were torn loose have no speed yet, so its sign does not say that they stand still.
  mode = if not pressed then (if v_slide > 0 then 1 else if v_slide < 0 then -1 else pre(mode))
    else if pre(mode) == 0 then (if v_slide > v_small then 1
      else if v_slide < -v_small then -1
        else if f_hold > peak*f_forward then 2 else if f_hold < -peak*f_backward then -2 else 0)
      else if pre(mode) == 2 then (if v_slide > 0 then 1 else if a_slide < 0 then 0 else 2)
        else if pre(mode) == -2 then (if v_slide < 0 then -1 else if a_slide > 0 then 0 else -2)
          else if pre(mode) == 1 then (if v_slide < 0 then 0 else 1)
            else (if v_slide > 0 then 0 else -1);
  if pressed and pre(mode) == 0 then
    a_slide = 0;
    f_friction = f_hold;
  else
    f_hold = 0;
    f_friction = if not pressed then 0 else if pre(mode) > 0 then f_forward else -f_backward;
  end if;
end DirectedFriction;
