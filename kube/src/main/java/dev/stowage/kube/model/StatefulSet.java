package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import java.util.List;

/// A StatefulSet.
///
/// @param first the ordinal of its first pod
/// @param claimTemplates the claim templates, as they were written
/// @param parallel whether pods are created and deleted in parallel
/// @param onDelete whether pods are updated only when they are deleted
/// @param partition pods below keep the previous revision; negative when it is not set
/// @param deleteScaled whether the claims of a pod are deleted when the set is scaled down
/// @param deleteDeleted whether the claims are deleted with the set
public record StatefulSet(
        ObjectMeta meta,
        long generation,
        int replicas,
        int first,
        int minReadySeconds,
        LabelSelector selector,
        JsonNode template,
        List<JsonNode> claimTemplates,
        String serviceName,
        boolean parallel,
        boolean onDelete,
        int partition,
        int revisionHistoryLimit,
        boolean deleteScaled,
        boolean deleteDeleted,
        JsonNode status)
        implements WorkloadResource {

    public static StatefulSet read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode update = spec.path("updateStrategy");
        JsonNode retention = spec.path("persistentVolumeClaimRetentionPolicy");
        return new StatefulSet(
                ObjectMeta.read(object),
                object.path("metadata").path("generation").asLong(),
                spec.path("replicas").asInt(1),
                spec.path("ordinals").path("start").asInt(),
                spec.path("minReadySeconds").asInt(),
                LabelSelector.required(spec.path("selector")),
                spec.path("template"),
                JsonFields.list(spec.path("volumeClaimTemplates"), template -> template),
                JsonFields.text(spec, "serviceName"),
                JsonFields.text(spec, "podManagementPolicy").equals("Parallel"),
                JsonFields.text(update, "type").equals("OnDelete"),
                update.has("rollingUpdate")
                        ? update.path("rollingUpdate").path("partition").asInt()
                        : -1,
                spec.path("revisionHistoryLimit").asInt(10),
                JsonFields.text(retention, "whenScaled").equals("Delete"),
                JsonFields.text(retention, "whenDeleted").equals("Delete"),
                object.path("status"));
    }
}
