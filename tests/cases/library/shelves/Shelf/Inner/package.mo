within Shelf;
package Inner
  constant Real factor = 3;
end Inner;
