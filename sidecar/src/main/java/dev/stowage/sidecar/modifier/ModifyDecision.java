package dev.stowage.sidecar.modifier;

import dev.stowage.k8s.names.ClaimConditions;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus.ModifyVolumeStatus;
import dev.stowage.sidecar.claim.ClaimOperationState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Decides what a claim needs. As with sizes: while a call may still be in progress in the driver, its target
/// stays.
final class ModifyDecision {
    static final String MODIFYING = "ModifyingVolume";
    static final String ERROR = ClaimConditions.MODIFY_VOLUME_ERROR;
    static final String PENDING = "Pending";
    static final String IN_PROGRESS = "InProgress";
    static final String INFEASIBLE = "Infeasible";

    private ModifyDecision() {}

    /// Whether there is anything to do or to finish.
    static boolean isWanted(PersistentVolumeClaim claim) {
        return claim.status().isBound()
                && !claim.volumeName().isEmpty()
                && (claim.status().modifyVolumeStatus() != null
                        || !desiredClass(claim).equals(current(claim)));
    }

    /// The class that the claim requests; empty when it requests none.
    static String desiredClass(PersistentVolumeClaim claim) {
        return text(claim.attributesClass());
    }

    private static String current(PersistentVolumeClaim claim) {
        return text(claim.status().currentAttributesClass());
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    /// Whether the claim still requests what was last tried: only then does an error still apply.
    static boolean isSameTarget(PersistentVolumeClaim claim) {
        ModifyVolumeStatus modifyVolumeStatus = claim.status().modifyVolumeStatus();
        return modifyVolumeStatus != null
                && claim.attributesClass() != null
                && modifyVolumeStatus.target().equals(claim.attributesClass());
    }

    static ModifyAction decide(PersistentVolumeClaim claim, ClaimOperationState past, Instant now) {
        if (!isWanted(claim)) {
            return new ModifyAction.Nothing();
        }
        Duration rest = past.remainingDelay(now);
        if (isSameTarget(claim) && rest.isPositive()) {
            return new ModifyAction.RetryLater(rest);
        }
        ModifyVolumeStatus modifyVolumeStatus = claim.status().modifyVolumeStatus();
        boolean inProgress =
                modifyVolumeStatus != null && modifyVolumeStatus.status().equals(IN_PROGRESS);
        String desired = desiredClass(claim);
        if (modifyVolumeStatus != null && inProgress && (!past.settled() || desired.isEmpty())) {
            return new ModifyAction.Resume(modifyVolumeStatus.target());
        }
        if (!desired.isEmpty()) {
            return new ModifyAction.Begin(desired);
        }
        return claim.status().conditions().stream()
                        .anyMatch(condition -> condition.type().equals(MODIFYING))
                ? new ModifyAction.Cancel()
                : new ModifyAction.Nothing();
    }
}
