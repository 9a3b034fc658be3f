@NullMarked
package dev.stowage.cluster.workload.statefulset;

import org.jspecify.annotations.NullMarked;
