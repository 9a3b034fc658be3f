/// DaemonSets: a pod on every node that is meant.
@NullMarked
package dev.stowage.control.workload.daemon;

import org.jspecify.annotations.NullMarked;
