package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.sidecar.claim.ClaimStatusPatch;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// What is written into claims and volumes on the way.
final class ResizePatches {
    private static final String WAITING =
            "Waiting for user to (re-)start a pod to finish file system resize of volume on node.";

    private final ResizeSettings resizeSettings;

    ResizePatches(ResizeSettings resizeSettings) {
        this.resizeSettings = resizeSettings;
    }

    Patch inProgress(PersistentVolumeClaim claim, Quantity target, boolean anew, Instant now) {
        var change = conditions(claim, condition(ResizeConstants.RESIZING, "", now), !anew);
        if (resizeSettings.recovers()) {
            change.dropAnnotation(ResizeConstants.NODE_EXPANSION_NOT_REQUIRED);
            if (anew) {
                state(change, ClaimResourceStatus.CONTROLLER_IN_PROGRESS);
                change.status().withObject("/allocatedResources").put("storage", target.text());
            }
        }
        return change.ifUnchanged();
    }

    Patch waitingForNode(PersistentVolumeClaim claim, Instant now) {
        var change = conditions(
                claim, condition(ResizeConstants.FILE_SYSTEM_RESIZE_PENDING, WAITING, now), resizeSettings.recovers());
        if (resizeSettings.recovers()) {
            change.dropAnnotation(ResizeConstants.NODE_EXPANSION_NOT_REQUIRED);
            state(change, ClaimResourceStatus.NODE_PENDING);
        }
        return change.ifUnchanged();
    }

    Patch finished(PersistentVolumeClaim claim, Quantity size) {
        var change = new ClaimStatusPatch(claim);
        ResizeConstants.CONDITIONS.forEach(change::without);
        change.status().withObject("/capacity").put("storage", size.text());
        if (resizeSettings.recovers()) {
            change.status().withObject("/allocatedResourceStatuses").putNull("storage");
            // The kubelet would find the volume larger than its file system is known to be, and grow it again.
            change.annotate(ResizeConstants.NODE_EXPANSION_NOT_REQUIRED, "true");
        }
        return change.ifUnchanged();
    }

    /// A failure is written down whatever else has changed: else the way back from it would not be open.
    Patch failed(PersistentVolumeClaim claim, boolean infeasible, String why, Instant now) {
        var change = conditions(
                claim,
                condition(ResizeConstants.CONTROLLER_RESIZE_ERROR, "failed to expand pvc with " + why, now),
                true);
        if (infeasible) {
            state(change, ClaimResourceStatus.CONTROLLER_INFEASIBLE);
        }
        return change.anyway();
    }

    /// Empty when the volume says all that already.
    ///
    /// @param before what the claim had until now
    Optional<Patch> volumeResized(PersistentVolume volume, Quantity before, Quantity size, boolean nodeExpands) {
        var body = Json.object();
        if (volume.capacity().compareTo(size) != 0) {
            body.withObject("/spec").withObject("/capacity").put("storage", size.text());
        }
        if (resizeSettings.annotates()
                && nodeExpands
                && !volume.meta().annotations().containsKey(ResizeConstants.PRE_RESIZE_CAPACITY)) {
            body.withObject("/metadata")
                    .withObject("/annotations")
                    .put(ResizeConstants.PRE_RESIZE_CAPACITY, before.text());
        }
        return body.isEmpty() ? Optional.empty() : Optional.of(Patch.strategic(body));
    }

    static Patch clearPreResizeCapacity() {
        var body = Json.object();
        body.withObject("/metadata").withObject("/annotations").putNull(ResizeConstants.PRE_RESIZE_CAPACITY);
        return Patch.strategic(body);
    }

    private static ClaimStatusPatch conditions(
            PersistentVolumeClaim claim, StatusCondition condition, boolean keepsOthers) {
        var change = new ClaimStatusPatch(claim).with(condition);
        if (!keepsOthers) {
            ResizeConstants.CONDITIONS.stream()
                    .filter(type -> !type.equals(condition.type()))
                    .forEach(change::without);
        }
        return change;
    }

    private static void state(ClaimStatusPatch change, ClaimResourceStatus state) {
        change.status().withObject("/allocatedResourceStatuses").put("storage", state.text());
    }

    private static StatusCondition condition(String type, String message, Instant now) {
        return new StatusCondition(type, "True", "", message, null, now.truncatedTo(ChronoUnit.SECONDS));
    }
}
