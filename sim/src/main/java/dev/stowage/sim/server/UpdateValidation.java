package dev.stowage.sim.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import java.util.HashSet;
import java.util.Set;

/// Rejects changes of immutable fields.
final class UpdateValidation {
    private UpdateValidation() {}

    static void check(ResourceType resourceType, ObjectNode before, ObjectNode after) throws ApiFailure {
        if (before.path("metadata").has("deletionTimestamp")) {
            Set<JsonNode> added = new HashSet<>();
            after.path("metadata").path("finalizers").forEach(added::add);
            before.path("metadata").path("finalizers").forEach(added::remove);
            refuse(!added.isEmpty(), resourceType, "no new finalizers can be added if the object is being deleted");
        }
        switch (resourceType.plural()) {
            case "persistentvolumeclaims" -> {
                String name = before.path("spec").path("volumeName").asText("");
                refuse(
                        !name.isEmpty()
                                && !name.equals(
                                        after.path("spec").path("volumeName").asText("")),
                        resourceType,
                        "spec.volumeName is immutable once it is set");
            }
            case "persistentvolumes" ->
                refuse(
                        !before.path("spec")
                                .path("csi")
                                .equals(after.path("spec").path("csi")),
                        resourceType,
                        "spec.csi is immutable");
            case "volumeattachments" ->
                refuse(!before.path("spec").equals(after.path("spec")), resourceType, "spec is immutable");
            default -> {
                // Not relevant here.
            }
        }
    }

    private static void refuse(boolean wrong, ResourceType resourceType, String why) throws ApiFailure {
        if (wrong) {
            throw new ApiFailure(422, "Invalid", resourceType.plural() + ": " + why, null);
        }
    }
}
