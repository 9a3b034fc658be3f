/// Publishes the driver's available capacity per class and segment, for the scheduler.
@NullMarked
package dev.stowage.sidecar.capacity;

import org.jspecify.annotations.NullMarked;
