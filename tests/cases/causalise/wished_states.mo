// Distance and velocity between two masses are preferred as states: at an impact of one mass, what is between them stays
// as it is, and the other one jumps along.
model Impact
  Real s1(start = 0, fixed = true), v1(start = 1, fixed = true), s2, v2;
  Real s_rel(start = 0.5, fixed = true, stateSelect = StateSelect.prefer);
  Real v_rel(start = 0, fixed = true, stateSelect = StateSelect.prefer);
equation
  der(s1) = v1;
  der(s2) = v2;
  s_rel = s2 - s1;
  v_rel = der(s_rel);
  der(v1) = 0;
  der(v2) = 0;
  when s1 > 1 then
    reinit(v1, 0);
  end when;
end Impact;
// run: check $FILE --json
// json: states == ["s1", "v1", "s_rel", "der(s_rel)"]
// differs: passes because without aliases the state is v_rel itself
// run: simulate $FILE --method cvode --json --stop 2
// json: final.v_rel ~ 0 1e-12
// json: final.v2 ~ 0 1e-12
// differs: passes because without aliases the state is v_rel itself
