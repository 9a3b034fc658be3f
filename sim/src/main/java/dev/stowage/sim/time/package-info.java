/// A virtual clock, and threads that run one at a time.
@NullMarked
package dev.stowage.sim.time;

import org.jspecify.annotations.NullMarked;
