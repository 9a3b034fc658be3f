/// Jobs: pods that come to an end, as many as it takes.
@NullMarked
package dev.stowage.cluster.workload.job;

import org.jspecify.annotations.NullMarked;
