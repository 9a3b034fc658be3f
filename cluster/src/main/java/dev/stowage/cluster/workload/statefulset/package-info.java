/// StatefulSets: pods with names and claims of their own.
@NullMarked
package dev.stowage.cluster.workload.statefulset;

import org.jspecify.annotations.NullMarked;
