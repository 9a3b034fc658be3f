package dev.stowage.sidecar.modify;

import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.ClaimStatus.Modify;
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
    static boolean isWanted(Claim claim) {
        return claim.status().isBound()
                && !claim.volumeName().isEmpty()
                && (claim.status().modify() != null || !wish(claim).equals(current(claim)));
    }

    /// The class that the claim asks for; empty when it asks for none.
    static String wish(Claim claim) {
        return text(claim.attributesClass());
    }

    private static String current(Claim claim) {
        return text(claim.status().currentAttributesClass());
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    /// Whether the claim still asks for what was last tried: only then has a refusal a meaning.
    static boolean isSameWish(Claim claim) {
        Modify modify = claim.status().modify();
        return modify != null
                && claim.attributesClass() != null
                && modify.target().equals(claim.attributesClass());
    }

    static Step decide(Claim claim, Memo past, Instant now) {
        if (!isWanted(claim)) {
            return new Step.Rest();
        }
        Duration rest = past.rest(now);
        if (isSameWish(claim) && rest.isPositive()) {
            return new Step.Later(rest);
        }
        Modify modify = claim.status().modify();
        boolean inProgress = modify != null && modify.status().equals(IN_PROGRESS);
        String wish = wish(claim);
        if (modify != null && inProgress && (!past.settled() || wish.isEmpty())) {
            return new Step.Resume(modify.target());
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
