/// The StatefulSet controller: pods with stable names and claims.
@NullMarked
package dev.stowage.cluster.workload.statefulset;

import org.jspecify.annotations.NullMarked;
