within Sunder;
partial model DryFriction
  "Two surfaces and a force that presses them: what holds and drags alike in both directions"
  extends DirectedFriction;
  Real f_slide "force or torque that drags";
equation
  f_forward = f_slide;
  f_backward = f_slide;
end DryFriction;
