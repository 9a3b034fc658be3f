/// Budgets for the disruption of pods.
@NullMarked
package dev.stowage.apiserver.group.policy;

import org.jspecify.annotations.NullMarked;
