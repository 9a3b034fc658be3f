/// Expansion of claims: an event for the user, and the driver's name on claims of in-tree volumes.
@NullMarked
package dev.stowage.control.expand;

import org.jspecify.annotations.NullMarked;
