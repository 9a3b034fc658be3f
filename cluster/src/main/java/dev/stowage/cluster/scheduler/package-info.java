/// The scheduler: finds nodes for pods, with regard to their volumes.
@NullMarked
package dev.stowage.cluster.scheduler;

import org.jspecify.annotations.NullMarked;
