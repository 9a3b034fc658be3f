package dev.stowage.node.expand;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.ClaimConditions;
import dev.stowage.k8s.names.ClaimResizeStatus;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StatusCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/// Patches of the status of a claim. Those that report progress are refused when the claim was replaced
/// meanwhile.
final class ClaimStatusPatches {
    private static final Set<String> OF_GROWTH = Set.of(
            ClaimConditions.FILE_SYSTEM_RESIZE_PENDING,
            ClaimConditions.RESIZING,
            ClaimConditions.CONTROLLER_RESIZE_ERROR,
            ClaimConditions.NODE_RESIZE_ERROR);

    private ClaimStatusPatches() {}

    static Patch inProgress(PersistentVolumeClaim claim) {
        ObjectNode body = Json.object();
        status(body).withObject("/allocatedResourceStatuses").put("storage", ClaimResizeStatus.NODE_RESIZE_IN_PROGRESS);
        return patch(claim, body);
    }

    static Patch finished(PersistentVolumeClaim claim, Quantity size) {
        ObjectNode body = Json.object();
        status(body).withObject("/capacity").put("storage", size.text());
        status(body).withObject("/allocatedResourceStatuses").putNull("storage");
        write(
                body,
                claim.status().conditions().stream()
                        .filter(condition -> !OF_GROWTH.contains(condition.type()))
                        .toList());
        return patch(claim, body);
    }

    /// Written even when the claim changed: otherwise recovery from it would not be possible.
    ///
    /// @param infeasible whether this size must not be tried again
    static Patch failed(PersistentVolumeClaim claim, boolean infeasible, String message, Instant now) {
        ObjectNode body = Json.object();
        if (infeasible) {
            status(body)
                    .withObject("/allocatedResourceStatuses")
                    .put("storage", ClaimResizeStatus.NODE_RESIZE_INFEASIBLE);
        }
        boolean known = claim.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals(ClaimConditions.NODE_RESIZE_ERROR)
                        && condition.status().equals("True"));
        if (!known) {
            String text = "failed to expand pvc with " + message;
            write(
                    body,
                    List.of(new StatusCondition(
                            ClaimConditions.NODE_RESIZE_ERROR,
                            "True",
                            "",
                            text,
                            null,
                            now.truncatedTo(ChronoUnit.SECONDS))));
        }
        return Patch.strategic(body).status();
    }

    private static void write(ObjectNode body, List<StatusCondition> conditions) {
        ArrayNode list = status(body).putArray("conditions");
        conditions.forEach(condition -> condition.writeTo(list.addObject()));
    }

    private static ObjectNode status(ObjectNode body) {
        return body.withObject("/status");
    }

    private static Patch patch(PersistentVolumeClaim claim, ObjectNode body) {
        return Patch.merge(body).status().onlyIfUnchanged(claim);
    }
}
