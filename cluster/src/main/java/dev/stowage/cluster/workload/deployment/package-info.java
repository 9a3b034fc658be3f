/// The Deployment controller: rolls from one ReplicaSet to the next.
@NullMarked
package dev.stowage.cluster.workload.deployment;

import org.jspecify.annotations.NullMarked;
