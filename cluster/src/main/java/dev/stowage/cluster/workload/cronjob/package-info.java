/// CronJobs: jobs that start by a schedule.
@NullMarked
package dev.stowage.cluster.workload.cronjob;

import org.jspecify.annotations.NullMarked;
