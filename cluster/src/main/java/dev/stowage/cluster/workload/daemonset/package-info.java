/// DaemonSets: a pod on every node that is meant.
@NullMarked
package dev.stowage.cluster.workload.daemonset;

import org.jspecify.annotations.NullMarked;
