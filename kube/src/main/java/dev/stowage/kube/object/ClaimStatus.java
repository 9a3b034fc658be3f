package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the controllers have written about a claim.
///
/// @param allocated bytes that an expansion is on the way to; null when none is
/// @param resize where that expansion stands, for example `ControllerResizeInProgress`; empty when none is
/// @param modify the change of attributes under way; null when none is
/// @param health what the driver says is wrong, as it was written (`healthStatus`); null for almost every claim
public record ClaimStatus(
        String phase,
        List<String> accessModes,
        Quantity capacity,
        List<Condition> conditions,
        @Nullable Quantity allocated,
        String resize,
        @Nullable String currentAttributesClass,
        @Nullable Modify modify,
        @Nullable JsonNode health) {

    /// @param status `Pending`, `InProgress` or `Infeasible`
    public record Modify(String target, String status) {}

    static ClaimStatus read(JsonNode status) {
        JsonNode allocated = status.path("allocatedResources").path("storage");
        JsonNode modify = status.path("modifyVolumeStatus");
        return new ClaimStatus(
                Fields.shared(status, "phase"),
                Fields.texts(status.path("accessModes")),
                Quantity.read(status.path("capacity").path("storage")),
                Fields.list(status.path("conditions"), Condition::read),
                allocated.isMissingNode() ? null : Quantity.read(allocated),
                Fields.shared(status.path("allocatedResourceStatuses"), "storage"),
                Fields.textOrNull(status, "currentVolumeAttributesClassName"),
                modify.isObject()
                        ? new Modify(
                                Fields.shared(modify, "targetVolumeAttributesClassName"),
                                Fields.shared(modify, "status"))
                        : null,
                status.path("healthStatus").isObject() ? status.path("healthStatus") : null);
    }

    public boolean isBound() {
        return phase.equals("Bound");
    }
}
