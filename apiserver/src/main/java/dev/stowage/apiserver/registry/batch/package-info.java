/// Jobs and CronJobs.
@NullMarked
package dev.stowage.apiserver.registry.batch;

import org.jspecify.annotations.NullMarked;
