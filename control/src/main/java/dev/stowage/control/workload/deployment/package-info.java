/// Deployments: from one ReplicaSet to the next without a gap.
@NullMarked
package dev.stowage.control.workload.deployment;

import org.jspecify.annotations.NullMarked;
