package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoverKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What to do next for a standby. Pure, as [MoveDecision].
final class StandbyDecision {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private StandbyDecision() {}

    static List<StandbyAction> decide(StandbyState state) {
        return switch (state.status().phase()) {
            case PROMOTING -> PromotionDecision.decide(state);
            case PROMOTED -> OldCopyDecision.decide(state);
            case PENDING, COPYING, READY -> copy(state);
        };
    }

    private static List<StandbyAction> copy(StandbyState state) {
        boolean isOver = state.standby().isBeingDeleted();
        if (state.status().subject().isEmpty()) {
            if (isOver) {
                return state.standby().meta().hasFinalizer(MoverKeys.FINALIZER)
                        ? List.of(new StandbyAction.RemoveFinalizer())
                        : List.of();
            }
            return StandbyStartDecision.decide(state);
        }
        if (isOver || !state.status().resetReason().isEmpty()) {
            if (state.isHeld()) {
                return List.of(new StandbyAction.ReleaseVolume());
            }
            return remove(state);
        }
        return objection(state).map(why -> reset(state, why)).orElseGet(() -> StandbyRoundDecision.decide(state));
    }

    /// Why the copy is of no use any more.
    private static Optional<String> objection(StandbyState state) {
        if (!state.isClaimThere()) {
            return Optional.of("claim %s was deleted".formatted(state.standby().claim()));
        }
        if (state.volume().isEmpty()) {
            return Optional.empty(); // a move creates it again
        }
        return state.isVolumeAtSource()
                ? Optional.empty()
                : Optional.of("the volume is not on node %s any more"
                        .formatted(state.subject().sourceNode()));
    }

    static List<StandbyAction> reset(StandbyState state, String why) {
        return List.of(new StandbyAction.WriteStatus(state.status().reset(why).message(why)));
    }

    /// The copy, which was never the volume, and the snapshots that were taken for it.
    private static List<StandbyAction> remove(StandbyState state) {
        MoveSubject subject = state.subject();
        if (state.targetCopy() instanceof CopyState.Unknown(String why)) {
            return await("waiting for the driver of this node: " + why);
        }
        if (state.targetCopy() instanceof CopyState.Present(Copy copy)
                && copy.getGeneration() <= subject.generation()) {
            return removeCopy(state, subject.volumeHandle(), subject.generation());
        }
        Optional<StandbySnapshot> left = state.status().snapshots().first();
        if (left.isPresent() && state.nodes().has(subject.sourceNode())) {
            return List.of(new StandbyAction.DeleteSnapshot(left.get()));
        }
        return List.of(new StandbyAction.WriteStatus(
                state.status().again(state.status().resetReason())));
    }

    static List<StandbyAction> removeCopy(StandbyState state, String volume, long generation) {
        if (!(state.targetCopy() instanceof CopyState.Present present)) {
            return List.of();
        }
        return switch (present.copy().getState()) {
            case RECEIVING -> List.of(new StandbyAction.AbandonCopy(volume, generation));
            case STANDBY, DELETING -> List.of(new StandbyAction.DeleteCopy(volume, generation));
            case ACTIVE, FENCED, ACTIVATING, STATE_UNSPECIFIED, UNRECOGNIZED ->
                await("the copy on node %s is %s, but this standby did not activate it"
                        .formatted(state.node(), present));
        };
    }

    static List<StandbyAction> await(String what) {
        return List.of(new StandbyAction.Await(what, PAUSE));
    }
}
