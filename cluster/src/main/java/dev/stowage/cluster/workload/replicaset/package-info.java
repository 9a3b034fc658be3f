/// ReplicaSets: so many pods, all alike.
@NullMarked
package dev.stowage.cluster.workload.replicaset;

import org.jspecify.annotations.NullMarked;
