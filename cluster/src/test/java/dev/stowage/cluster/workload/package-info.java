@NullMarked
package dev.stowage.cluster.workload;

import org.jspecify.annotations.NullMarked;
