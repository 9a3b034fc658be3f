package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.ClaimConditions;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.claim.ClaimOperationState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides what a claim needs. The rule: while a call may still be in progress in the driver or on the node,
/// the volume is expanded to the size of that call and no other.
final class ResizeDecision {

    private ResizeDecision() {}

    /// Whether the claim requests more than it has.
    static boolean isWanted(PersistentVolumeClaim claim) {
        return claim.status().isBound()
                && !claim.volumeName().isEmpty()
                && claim.request().compareTo(claim.status().capacity()) > 0;
    }

    /// Whether the volume still has the annotation with its old size although the expansion is complete.
    static boolean hasStalePreResizeCapacity(
            PersistentVolumeClaim claim, PersistentVolume volume, ResizeSettings settings) {
        return settings.annotates()
                && belongs(claim, volume)
                && volume.meta().annotations().containsKey(VolumeAnnotations.PRE_RESIZE_CAPACITY)
                && claim.status().capacity().compareTo(volume.capacity()) >= 0;
    }

    static boolean belongs(PersistentVolumeClaim claim, PersistentVolume volume) {
        var owner = volume.claim();
        return owner != null
                && owner.namespace().equals(claim.meta().namespace())
                && owner.uid().equals(claim.meta().uid());
    }

    /// @param used whether a pod uses the volume
    static ResizeAction decide(
            PersistentVolumeClaim claim,
            PersistentVolume volume,
            ResizeSettings settings,
            ClaimOperationState past,
            boolean used,
            Instant now) {
        if (!isWanted(claim)) {
            return new ResizeAction.Nothing("it asks for no more than it has");
        }
        if (!belongs(claim, volume)) {
            return new ResizeAction.Nothing("its volume belongs to another claim");
        }
        boolean held = past.inUse() && used;
        if (!settings.recovers()) {
            return volume.capacity().compareTo(claim.request()) >= 0 && waitsForNode(claim)
                    ? new ResizeAction.Nothing("the node has to do the rest")
                    : step(claim.request(), true, held);
        }
        Optional<Quantity> target = volume.capacity().compareTo(claim.request()) < 0
                ? targetOfSmall(claim, volume, past)
                : targetOfLarge(claim, settings);
        if (target.isEmpty()) {
            return new ResizeAction.Nothing("the node has to do the rest");
        }
        Quantity allocated = claim.status().allocated();
        boolean newTarget = allocated == null || allocated.compareTo(target.get()) != 0;
        Duration rest = past.remainingDelay(now);
        return !newTarget && rest.isPositive()
                ? new ResizeAction.RetryLater(rest)
                : step(target.get(), newTarget, held);
    }

    private static ResizeAction step(Quantity target, boolean newTarget, boolean held) {
        return held ? new ResizeAction.Refuse(target, newTarget) : new ResizeAction.Expand(target, newTarget);
    }

    /// The volume is smaller than requested. An expansion in progress is finished first.
    private static Optional<Quantity> targetOfSmall(
            PersistentVolumeClaim claim, PersistentVolume volume, ClaimOperationState past) {
        Quantity begun = begunOr(claim, claim.request());
        return switch (ClaimResourceStatus.of(claim.status().resize())) {
            case NODE_INFEASIBLE -> Optional.of(begun);
            case NODE_PENDING, NODE_IN_PROGRESS ->
                volume.capacity().compareTo(begun) >= 0 ? Optional.empty() : Optional.of(begun);
            // Either the call may still be in progress, or it failed and the failure could not be written.
            case CONTROLLER_IN_PROGRESS -> Optional.of(past.settled() ? claim.request() : begun);
            case CONTROLLER_INFEASIBLE, NONE -> Optional.of(claim.request());
        };
    }

    /// The volume is expanded already according to its object.
    private static Optional<Quantity> targetOfLarge(PersistentVolumeClaim claim, ResizeSettings settings) {
        return switch (ClaimResourceStatus.of(claim.status().resize())) {
            case NODE_PENDING, NODE_IN_PROGRESS -> Optional.empty();
            // The node may retry only what the driver has confirmed.
            case NODE_INFEASIBLE ->
                Optional.of(settings.controllerExpands() ? begunOr(claim, claim.request()) : claim.request());
            // It succeeded but was not written, or the request has become smaller since.
            case CONTROLLER_IN_PROGRESS, CONTROLLER_INFEASIBLE -> Optional.of(begunOr(claim, claim.request()));
            case NONE -> targetOfUnmarked(claim);
        };
    }

    /// Older servers drop the state from claims; only the condition is left.
    private static Optional<Quantity> targetOfUnmarked(PersistentVolumeClaim claim) {
        @Nullable Quantity allocated = claim.status().allocated();
        if (allocated != null) {
            return Optional.of(allocated);
        }
        return waitsForNode(claim) ? Optional.empty() : Optional.of(claim.request());
    }

    private static Quantity begunOr(PersistentVolumeClaim claim, Quantity fallback) {
        Quantity allocated = claim.status().allocated();
        return allocated == null ? fallback : allocated;
    }

    private static boolean waitsForNode(PersistentVolumeClaim claim) {
        return claim.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals(ClaimConditions.FILE_SYSTEM_RESIZE_PENDING)
                        && condition.status().equals("True"));
    }
}
