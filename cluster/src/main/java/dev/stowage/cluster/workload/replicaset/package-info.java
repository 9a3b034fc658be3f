/// The ReplicaSet controller: keeps the number of identical pods.
@NullMarked
package dev.stowage.cluster.workload.replicaset;

import org.jspecify.annotations.NullMarked;
