package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A CronJob.
///
/// @param template the job template as it was written
/// @param timeZone empty for that of the controller
/// @param startingDeadline seconds by which a job may start late; null for no limit
/// @param concurrencyPolicy `Allow`, `Forbid` or `Replace`
/// @param successfulHistory how many successful jobs stay; null for all of them
/// @param failedHistory how many failed jobs stay; null for all of them
/// @param active references to the jobs that are running
public record CronJob(
        ObjectMeta meta,
        long generation,
        JsonNode template,
        String schedule,
        String timeZone,
        @Nullable Long startingDeadline,
        String concurrencyPolicy,
        boolean suspended,
        @Nullable Integer successfulHistory,
        @Nullable Integer failedHistory,
        List<ObjectReference> active,
        JsonNode status)
        implements WorkloadResource {

    public CronJob {
        active = List.copyOf(active);
    }

    public static CronJob read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new CronJob(
                ObjectMeta.read(object),
                object.path("metadata").path("generation").asLong(),
                spec.path("jobTemplate"),
                JsonFields.text(spec, "schedule"),
                JsonFields.text(spec, "timeZone"),
                spec.hasNonNull("startingDeadlineSeconds")
                        ? spec.path("startingDeadlineSeconds").asLong()
                        : null,
                JsonFields.shared(spec, "concurrencyPolicy"),
                spec.path("suspend").asBoolean(),
                number(spec, "successfulJobsHistoryLimit"),
                number(spec, "failedJobsHistoryLimit"),
                references(status.path("active")),
                status);
    }

    private static List<ObjectReference> references(JsonNode list) {
        List<ObjectReference> found = new ArrayList<>();
        for (JsonNode item : list) {
            ObjectReference reference = ObjectReference.read(item);
            if (reference != null) {
                found.add(reference);
            }
        }
        return found;
    }

    private static @Nullable Integer number(JsonNode spec, String field) {
        return spec.hasNonNull(field) ? spec.path(field).asInt() : null;
    }

    /// Its jobs are those that it owns, whatever their labels.
    @Override
    public LabelSelector selector() {
        return LabelSelector.NOTHING;
    }

    @Override
    public int minReadySeconds() {
        return 0;
    }

    /// Null before the first.
    public @Nullable Instant lastScheduleTime() {
        return JsonFields.instant(status, "lastScheduleTime");
    }

    /// Null before the first.
    public @Nullable Instant lastSuccessfulTime() {
        return JsonFields.instant(status, "lastSuccessfulTime");
    }
}
