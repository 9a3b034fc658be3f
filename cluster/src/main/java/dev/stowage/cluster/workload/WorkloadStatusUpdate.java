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

/// Writes what a controller has to say of an object, and nothing when it said so before.
public final class WorkloadStatusUpdate {

    private WorkloadStatusUpdate() {}

    /// @param wanted the fields that matter; others stay as they are
    public static <P extends WorkloadResource> Optional<ClusterAction> change(Kind<P> kind, P seen, ObjectNode wanted) {
        return change(kind, seen, wanted, Map.of());
    }

    /// @param annotations what is to be written along, where the server takes it along
    public static <P extends WorkloadResource> Optional<ClusterAction> change(
            Kind<P> kind, P seen, ObjectNode wanted, Map<String, String> annotations) {
        ObjectNode news = Json.object();
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            if (!same(seen.status().path(field.getKey()), field.getValue())) {
                news.set(field.getKey(), field.getValue());
            }
        }
        ObjectNode change = Json.object();
        annotations.forEach((name, value) -> {
            if (!seen.meta().annotation(name).equals(value)) {
                change.withObject("/metadata/annotations").put(name, value);
            }
        });
        if (news.isEmpty() && change.isEmpty()) {
            return Optional.empty();
        }
        change.set("status", news);
        return Optional.of(new ClusterAction.PatchObject<>(
                kind, seen, Patch.merge(change).onlyIfUnchanged(seen).status()));
    }

    /// What is absent counts as nothing, as servers leave out what is zero or empty.
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
