/// Claims that grow: word to the user, and the driver's name where the claim cannot tell it.
@NullMarked
package dev.stowage.control.expand;

import org.jspecify.annotations.NullMarked;
