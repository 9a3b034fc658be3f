package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The status of a claim.
///
/// @param allocated the target size of a running expansion; null when there is none
/// @param resize the state of that expansion, for example `ControllerResizeInProgress`; empty when there is
///     none
/// @param modifyVolumeStatus the running change of attributes; null when there is none
/// @param health the problem that the driver reports, as it was written (`healthStatus`); null for almost every
///     claim
public record PersistentVolumeClaimStatus(
        String phase,
        List<String> accessModes,
        Quantity capacity,
        List<StatusCondition> conditions,
        @Nullable Quantity allocated,
        String resize,
        @Nullable String currentAttributesClass,
        @Nullable ModifyVolumeStatus modifyVolumeStatus,
        @Nullable JsonNode health) {

    /// @param status `Pending`, `InProgress` or `Infeasible`
    public record ModifyVolumeStatus(String target, String status) {}

    static PersistentVolumeClaimStatus read(JsonNode status) {
        JsonNode allocated = status.path("allocatedResources").path("storage");
        JsonNode modify = status.path("modifyVolumeStatus");
        return new PersistentVolumeClaimStatus(
                JsonFields.shared(status, "phase"),
                JsonFields.texts(status.path("accessModes")),
                Quantity.read(status.path("capacity").path("storage")),
                JsonFields.list(status.path("conditions"), StatusCondition::read),
                allocated.isMissingNode() ? null : Quantity.read(allocated),
                JsonFields.shared(status.path("allocatedResourceStatuses"), "storage"),
                JsonFields.textOrNull(status, "currentVolumeAttributesClassName"),
                modify.isObject()
                        ? new ModifyVolumeStatus(
                                JsonFields.shared(modify, "targetVolumeAttributesClassName"),
                                JsonFields.shared(modify, "status"))
                        : null,
                status.path("healthStatus").isObject() ? status.path("healthStatus") : null);
    }

    public boolean isBound() {
        return phase.equals("Bound");
    }
}
