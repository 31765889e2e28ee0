within;
package Crooked
end Crooked;
