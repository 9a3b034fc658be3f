@NullMarked
package dev.stowage.cluster.workload.cronjob;

import org.jspecify.annotations.NullMarked;
