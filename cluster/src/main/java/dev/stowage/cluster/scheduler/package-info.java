/// Finds nodes for pods, with their volumes in mind.
@NullMarked
package dev.stowage.cluster.scheduler;

import org.jspecify.annotations.NullMarked;
