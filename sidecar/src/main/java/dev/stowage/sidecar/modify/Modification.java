package dev.stowage.sidecar.modify;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus.ModifyVolumeStatus;
import dev.stowage.sidecar.claim.Memo;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Decides what a claim needs. As with sizes: while a call may still be going on in the driver, its target stays.
final class Modification {
    static final String MODIFYING = "ModifyingVolume";
    static final String ERROR = "ModifyVolumeError";
    static final String PENDING = "Pending";
    static final String IN_PROGRESS = "InProgress";
    static final String INFEASIBLE = "Infeasible";

    private Modification() {}

    /// Whether there is anything to do or to finish.
    static boolean isWanted(PersistentVolumeClaim claim) {
        return claim.status().isBound()
                && !claim.volumeName().isEmpty()
                && (claim.status().modifyVolumeStatus() != null || !wish(claim).equals(current(claim)));
    }

    /// The class that the claim asks for; empty when it asks for none.
    static String wish(PersistentVolumeClaim claim) {
        return text(claim.attributesClass());
    }

    private static String current(PersistentVolumeClaim claim) {
        return text(claim.status().currentAttributesClass());
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    /// Whether the claim still asks for what was last tried: only then has a refusal a meaning.
    static boolean isSameWish(PersistentVolumeClaim claim) {
        ModifyVolumeStatus modifyVolumeStatus = claim.status().modifyVolumeStatus();
        return modifyVolumeStatus != null
                && claim.attributesClass() != null
                && modifyVolumeStatus.target().equals(claim.attributesClass());
    }

    static Step decide(PersistentVolumeClaim claim, Memo past, Instant now) {
        if (!isWanted(claim)) {
            return new Step.Rest();
        }
        Duration rest = past.rest(now);
        if (isSameWish(claim) && rest.isPositive()) {
            return new Step.Later(rest);
        }
        ModifyVolumeStatus modifyVolumeStatus = claim.status().modifyVolumeStatus();
        boolean inProgress = modifyVolumeStatus != null && modifyVolumeStatus.status().equals(IN_PROGRESS);
        String wish = wish(claim);
        if (modifyVolumeStatus != null && inProgress && (!past.settled() || wish.isEmpty())) {
            return new Step.Resume(modifyVolumeStatus.target());
        }
        if (!wish.isEmpty()) {
            return new Step.Begin(wish);
        }
        return claim.status().conditions().stream()
                        .anyMatch(condition -> condition.type().equals(MODIFYING))
                ? new Step.Cancel()
                : new Step.Rest();
    }
}
