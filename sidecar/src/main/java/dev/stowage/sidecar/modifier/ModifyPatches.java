package dev.stowage.sidecar.modifier;

import static dev.stowage.sidecar.modifier.ModifyDecision.ERROR;
import static dev.stowage.sidecar.modifier.ModifyDecision.MODIFYING;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.StatusCodes;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.sidecar.claim.ClaimStatusPatch;
import io.grpc.Status;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The patches of claims and volumes during a modification.
final class ModifyPatches {

    private ModifyPatches() {}

    /// The class does not exist yet. The status of the last try stays.
    static Patch pending(PersistentVolumeClaim claim) {
        var change = new ClaimStatusPatch(claim);
        change.status().withObject("/modifyVolumeStatus").put("status", ModifyDecision.PENDING);
        return change.ifUnchanged();
    }

    static Patch inProgress(PersistentVolumeClaim claim, String target, Instant now) {
        var change = new ClaimStatusPatch(claim)
                .with(condition(claim, MODIFYING, "", "Modifying volume to \"" + target + "\" is in progress.", now));
        change.status()
                .withObject("/modifyVolumeStatus")
                .put("status", ModifyDecision.IN_PROGRESS)
                .put("targetVolumeAttributesClassName", target);
        return change.ifUnchanged();
    }

    static Patch failed(
            PersistentVolumeClaim claim, String target, Status status, ModifyFailure modifyFailure, Instant now) {
        String state = switch (modifyFailure) {
            case UNCERTAIN, OVERDUE -> "is still in progress.";
            case FINAL, INFEASIBLE -> "failed. Waiting for retry.";
        };
        String code = StatusCodes.name(status.getCode());
        var change = new ClaimStatusPatch(claim)
                .with(condition(claim, MODIFYING, "", "Modifying volume to \"" + target + "\" " + state, now))
                .with(condition(claim, ERROR, code, RpcErrorText.message(status), now));
        change.status()
                .withObject("/modifyVolumeStatus")
                .put(
                        "status",
                        modifyFailure == ModifyFailure.INFEASIBLE
                                ? ModifyDecision.INFEASIBLE
                                : ModifyDecision.IN_PROGRESS);
        return change.ifUnchanged();
    }

    static Patch ofVolume(String target) {
        var body = Json.object();
        body.withObject("/spec").put("volumeAttributesClassName", target);
        return Patch.strategic(body);
    }

    static Patch finished(PersistentVolumeClaim claim, String target) {
        var change = new ClaimStatusPatch(claim).without(MODIFYING).without(ERROR);
        change.status().putNull("modifyVolumeStatus").put("currentVolumeAttributesClassName", target);
        return change.anyway();
    }

    static Patch cancelled(PersistentVolumeClaim claim) {
        return new ClaimStatusPatch(claim).without(MODIFYING).anyway();
    }

    /// The time of the last transition stays while only the message changes.
    private static StatusCondition condition(
            PersistentVolumeClaim claim, String type, String reason, String message, Instant now) {
        Instant second = now.truncatedTo(ChronoUnit.SECONDS);
        Instant changed = claim.status().conditions().stream()
                .filter(old -> old.type().equals(type)
                        && old.status().equals("True")
                        && old.reason().equals(reason))
                .map(StatusCondition::lastTransitionTime)
                .findFirst()
                .orElse(second);
        return new StatusCondition(type, "True", reason, message, second, changed);
    }
}
