/// Objects that keep pods: what those that keep stateful, replicated, daemon and finite pods have in common.
@NullMarked
package dev.stowage.cluster.workload;

import org.jspecify.annotations.NullMarked;
