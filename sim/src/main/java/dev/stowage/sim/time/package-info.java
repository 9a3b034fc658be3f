/// A virtual clock, and threads that run when it is their turn.
@NullMarked
package dev.stowage.sim.time;

import org.jspecify.annotations.NullMarked;
