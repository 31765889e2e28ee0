within Crooked;
model Different
  Real x = 1;
end Different;
