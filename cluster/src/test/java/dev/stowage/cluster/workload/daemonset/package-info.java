@NullMarked
package dev.stowage.cluster.workload.daemonset;

import org.jspecify.annotations.NullMarked;
