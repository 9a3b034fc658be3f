/// PodDisruptionBudgets: how many of their pods may be evicted.
@NullMarked
package dev.stowage.cluster.disruption;

import org.jspecify.annotations.NullMarked;
