/// The Job controller: runs pods to completion.
@NullMarked
package dev.stowage.cluster.workload.job;

import org.jspecify.annotations.NullMarked;
