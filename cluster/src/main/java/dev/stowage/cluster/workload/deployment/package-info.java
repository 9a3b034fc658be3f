/// Deployments: from one ReplicaSet to the next without a gap.
@NullMarked
package dev.stowage.cluster.workload.deployment;

import org.jspecify.annotations.NullMarked;
