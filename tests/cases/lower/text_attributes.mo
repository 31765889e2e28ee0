// String variables have the attributes quantity, start and fixed.
model TextAttributes
  type Name = String(quantity = "name");
  Name state(start = "begun", fixed = true);
  String free(start = "guess", fixed = false);
  String seen = state + " " + free;
equation
  when time > 0.5 then
    state = "over";
    free = pre(state);
  end when;
  annotation(experiment(StopTime = 1));
end TextAttributes;
// run: simulate $FILE --method euler --step 0.25 --stop 0.25 --json
// json: final.seen == "begun guess"
// run: simulate $FILE --method cvode --json
// json: final.seen == "over begun"
