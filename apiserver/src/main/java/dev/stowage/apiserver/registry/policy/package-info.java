/// PodDisruptionBudgets.
@NullMarked
package dev.stowage.apiserver.registry.policy;

import org.jspecify.annotations.NullMarked;
