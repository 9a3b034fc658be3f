package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import java.util.List;

/// A StatefulSet.
///
/// @param first the ordinal of its first pod
/// @param claimTemplates what the claims of each pod look like, as it was written
/// @param parallel whether pods come and go without regard to each other
/// @param onDelete whether pods change only when somebody deletes them
/// @param partition pods below keep the revision before; negative when nobody wrote one
/// @param deleteScaled whether the claims of a pod go with it when there shall be fewer
/// @param deleteDeleted whether the claims go with the set
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
