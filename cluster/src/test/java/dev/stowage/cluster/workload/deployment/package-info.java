@NullMarked
package dev.stowage.cluster.workload.deployment;

import org.jspecify.annotations.NullMarked;
