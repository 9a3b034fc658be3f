package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Job.
///
/// @param completions how many pods have to succeed; null when one success of any ends it
/// @param deadline seconds that it may take; null for no limit
/// @param ttl seconds that it stays after it finished; null for no limit
/// @param indexed whether each completion has its own index
public record Job(
        ObjectMeta meta,
        long generation,
        LabelSelector selector,
        JsonNode template,
        int parallelism,
        @Nullable Integer completions,
        int backoffLimit,
        @Nullable Long deadline,
        @Nullable Long ttl,
        boolean suspended,
        boolean indexed,
        String managedBy,
        List<StatusCondition> conditions,
        JsonNode status)
        implements WorkloadResource {

    public static Job read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new Job(
                ObjectMeta.read(object),
                object.path("metadata").path("generation").asLong(),
                LabelSelector.required(spec.path("selector")),
                spec.path("template"),
                spec.path("parallelism").asInt(1),
                spec.hasNonNull("completions") ? spec.path("completions").asInt() : null,
                spec.path("backoffLimit").asInt(6),
                spec.hasNonNull("activeDeadlineSeconds")
                        ? spec.path("activeDeadlineSeconds").asLong()
                        : null,
                spec.hasNonNull("ttlSecondsAfterFinished")
                        ? spec.path("ttlSecondsAfterFinished").asLong()
                        : null,
                spec.path("suspend").asBoolean(),
                JsonFields.text(spec, "completionMode").equals("Indexed"),
                JsonFields.text(spec, "managedBy"),
                JsonFields.list(status.path("conditions"), StatusCondition::read),
                status);
    }

    @Override
    public int minReadySeconds() {
        return 0;
    }

    public boolean isFinished() {
        return has("Complete") || has("Failed");
    }

    public boolean has(String condition) {
        return conditions.stream()
                .anyMatch(one -> one.type().equals(condition) && one.status().equals("True"));
    }

    /// When it was first unsuspended; null before.
    public @Nullable Instant started() {
        return JsonFields.instant(status, "startTime");
    }
}
