package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.ClaimConditions;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.sidecar.claim.ClaimStatusPatch;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The patches of claims and volumes during an expansion.
final class ResizePatches {
    private static final String WAITING =
            "Waiting for user to (re-)start a pod to finish file system resize of volume on node.";

    private final ResizeSettings settings;

    ResizePatches(ResizeSettings settings) {
        this.settings = settings;
    }

    Patch inProgress(PersistentVolumeClaim claim, Quantity target, boolean newTarget, Instant now) {
        var change = conditions(claim, condition(ClaimConditions.RESIZING, "", now), !newTarget);
        if (settings.recovers()) {
            change.dropAnnotation(VolumeAnnotations.NODE_EXPANSION_NOT_REQUIRED);
            if (newTarget) {
                state(change, ClaimResourceStatus.CONTROLLER_IN_PROGRESS);
                change.status().withObject("/allocatedResources").put("storage", target.text());
            }
        }
        return change.ifUnchanged();
    }

    Patch waitingForNode(PersistentVolumeClaim claim, Instant now) {
        var change = conditions(
                claim, condition(ClaimConditions.FILE_SYSTEM_RESIZE_PENDING, WAITING, now), settings.recovers());
        if (settings.recovers()) {
            change.dropAnnotation(VolumeAnnotations.NODE_EXPANSION_NOT_REQUIRED);
            state(change, ClaimResourceStatus.NODE_PENDING);
        }
        return change.ifUnchanged();
    }

    Patch finished(PersistentVolumeClaim claim, Quantity size) {
        var change = new ClaimStatusPatch(claim);
        ClaimConditions.OF_EXPANSION.forEach(change::without);
        change.status().withObject("/capacity").put("storage", size.text());
        if (settings.recovers()) {
            change.status().withObject("/allocatedResourceStatuses").putNull("storage");
            // The kubelet would otherwise see a volume larger than its file system, and expand it again.
            change.annotate(VolumeAnnotations.NODE_EXPANSION_NOT_REQUIRED, "true");
        }
        return change.ifUnchanged();
    }

    /// A failure is written regardless of other changes: otherwise the user could not recover from it.
    Patch failed(PersistentVolumeClaim claim, boolean infeasible, String why, Instant now) {
        var change = conditions(
                claim,
                condition(ClaimConditions.CONTROLLER_RESIZE_ERROR, "failed to expand pvc with " + why, now),
                true);
        if (infeasible) {
            state(change, ClaimResourceStatus.CONTROLLER_INFEASIBLE);
        }
        return change.anyway();
    }

    /// Empty when the volume is up to date.
    ///
    /// @param before the claim's previous size
    Optional<Patch> volumeResized(PersistentVolume volume, Quantity before, Quantity size, boolean nodeExpands) {
        var body = Json.object();
        if (volume.capacity().compareTo(size) != 0) {
            body.withObject("/spec").withObject("/capacity").put("storage", size.text());
        }
        if (settings.annotates()
                && nodeExpands
                && !volume.meta().annotations().containsKey(VolumeAnnotations.PRE_RESIZE_CAPACITY)) {
            body.withObject("/metadata")
                    .withObject("/annotations")
                    .put(VolumeAnnotations.PRE_RESIZE_CAPACITY, before.text());
        }
        return body.isEmpty() ? Optional.empty() : Optional.of(Patch.strategic(body));
    }

    static Patch clearPreResizeCapacity() {
        var body = Json.object();
        body.withObject("/metadata").withObject("/annotations").putNull(VolumeAnnotations.PRE_RESIZE_CAPACITY);
        return Patch.strategic(body);
    }

    private static ClaimStatusPatch conditions(
            PersistentVolumeClaim claim, StatusCondition condition, boolean keepsOthers) {
        var change = new ClaimStatusPatch(claim).with(condition);
        if (!keepsOthers) {
            ClaimConditions.OF_EXPANSION.stream()
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
