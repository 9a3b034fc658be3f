package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.WorkloadResource;
import java.util.Map;
import java.util.Optional;

/// The patch of a status; none when the status is already as wanted.
final class WorkloadStatusUpdate {

    private WorkloadStatusUpdate() {}

    /// @param wanted the fields to set; others stay as they are
    /// @param annotations written in the same patch, if the server accepts them there
    static <P extends WorkloadResource> Optional<ClusterAction> change(
            Kind<P> kind, P seen, ObjectNode wanted, Map<String, String> annotations) {
        ObjectNode changed = Json.object();
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            if (!same(seen.status().path(field.getKey()), field.getValue())) {
                changed.set(field.getKey(), field.getValue());
            }
        }
        ObjectNode change = Json.object();
        annotations.forEach((name, value) -> {
            if (!seen.meta().annotation(name).equals(value)) {
                change.withObject("/metadata/annotations").put(name, value);
            }
        });
        if (changed.isEmpty() && change.isEmpty()) {
            return Optional.empty();
        }
        change.set("status", changed);
        return Optional.of(new ClusterAction.PatchObject<>(
                kind, seen, Patch.merge(change).onlyIfUnchanged(seen).status()));
    }

    /// A missing field equals zero or empty: servers omit those.
    private static boolean same(JsonNode had, JsonNode wanted) {
        if (wanted.isNull()) {
            return had.isMissingNode() || had.isNull();
        }
        if (wanted.isNumber()) {
            return had.asLong() == wanted.asLong();
        }
        if (wanted.isTextual()) {
            return had.asText("").equals(wanted.asText());
        }
        return had.equals(wanted) || (wanted.isArray() && wanted.isEmpty() && had.isEmpty());
    }
}
