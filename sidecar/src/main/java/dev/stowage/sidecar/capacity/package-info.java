/// How much the driver has left, where, for which class: published for the scheduler.
@NullMarked
package dev.stowage.sidecar.capacity;

import org.jspecify.annotations.NullMarked;
