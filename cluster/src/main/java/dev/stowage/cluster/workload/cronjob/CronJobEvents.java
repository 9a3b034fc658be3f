package dev.stowage.cluster.workload.cronjob;

import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterAction.RecordEvent;
import dev.stowage.kube.model.CronJob;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// The events of a CronJob.
record CronJobEvents(ObjectReference about) {
    private static final DateTimeFormatter RFC_1123 =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss xx", Locale.ENGLISH);

    static CronJobEvents of(CronJob cronJob) {
        return new CronJobEvents(OwnerReferences.objectReference(Kinds.CRON_JOBS, cronJob));
    }

    RecordEvent created(String job) {
        return normal("SuccessfulCreate", "Created job " + job);
    }

    RecordEvent deleted(String job) {
        return normal("SuccessfulDelete", "Deleted job " + job);
    }

    RecordEvent completed(Job job) {
        String condition = job.has("Complete") ? "Complete" : "Failed";
        return normal(
                "SawCompletedJob",
                "Saw completed job: %s, condition: %s".formatted(job.meta().name(), condition));
    }

    RecordEvent unexpected(String job) {
        return warning("UnexpectedJob", "Saw a job that the controller did not create or forgot: " + job);
    }

    RecordEvent missing(String job) {
        return normal("MissingJob", "Active job went missing: " + job);
    }

    RecordEvent unknownTimeZone(String zone) {
        return warning("UnknownTimeZone", "invalid timeZone: \"%s\": unknown time zone %s".formatted(zone, zone));
    }

    RecordEvent zoneInSchedule(String schedule) {
        return warning(
                "UnsupportedSchedule",
                "CRON_TZ or TZ used in schedule \"%s\" is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details"
                        .formatted(schedule));
    }

    RecordEvent unparseable(String schedule, String why) {
        return warning("UnparseableSchedule", "unparseable schedule: \"%s\" : %s".formatted(schedule, why));
    }

    RecordEvent invalid(String schedule) {
        return warning(
                "InvalidSchedule",
                "invalid schedule: %s : time difference between two schedules is less than 1 second"
                        .formatted(schedule));
    }

    RecordEvent tooManyMissed() {
        return warning(
                "TooManyMissedTimes",
                "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
    }

    RecordEvent missed(Instant scheduled) {
        return warning(
                "MissSchedule",
                "Missed scheduled time to start a job: " + RFC_1123.format(scheduled.atOffset(ZoneOffset.UTC)));
    }

    RecordEvent alreadyActive() {
        return normal(
                "JobAlreadyActive",
                "Not starting job because prior execution is running and concurrency policy is Forbid");
    }

    Optional<RecordEvent> failing(ClusterAction action, ApiFailure failure) {
        String why = Objects.requireNonNullElse(failure.getMessage(), "");
        return switch (action) {
            // In a terminating namespace every creation fails; that is not an event for each of them.
            case ClusterAction.Create<?> _ ->
                failure.isAlreadyExists() || why.endsWith("because it is being terminated")
                        ? Optional.empty()
                        : Optional.of(warning("FailedCreate", "Error creating job: " + why));
            case ClusterAction.Delete<?> _ -> Optional.of(warning("FailedDelete", "Deleted job: " + why));
            case ClusterAction _ -> Optional.empty();
        };
    }

    private RecordEvent normal(String reason, String message) {
        return RecordEvent.normal(about, reason, message);
    }

    private RecordEvent warning(String reason, String message) {
        return RecordEvent.warning(about, reason, message);
    }
}
