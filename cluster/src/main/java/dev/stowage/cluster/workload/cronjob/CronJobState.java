package dev.stowage.cluster.workload.cronjob;

import dev.stowage.kube.model.CronJob;
import dev.stowage.kube.model.Job;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// A CronJob and its jobs.
///
/// @param missing uids of active jobs that do not exist, as the server says
/// @param isNewSchedule whether the schedule was changed just now
record CronJobState(CronJob cronJob, List<Job> jobs, Set<String> missing, boolean isNewSchedule, Instant now) {

    CronJobState {
        jobs = List.copyOf(jobs);
        missing = Set.copyOf(missing);
    }
}
