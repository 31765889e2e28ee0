within;
package Shelf "a package as a directory"
  constant Real one = 1;
  annotation(version = "1.0", conversion(noneFromVersion = "0.9"));
end Shelf;
