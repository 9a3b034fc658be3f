/// The DaemonSet controller: a pod on every eligible node.
@NullMarked
package dev.stowage.cluster.workload.daemonset;

import org.jspecify.annotations.NullMarked;
