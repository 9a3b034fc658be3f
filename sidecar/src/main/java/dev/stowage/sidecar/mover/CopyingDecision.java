package dev.stowage.sidecar.mover;

import dev.stowage.k8s.names.MoveEventReasons;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Copies snapshots while the volume is in use, until what is left is small.
final class CopyingDecision {
    static final String RESTARTING = "Restarting";
    static final String NO_SNAPSHOTS = "NoSnapshots";
    private static final long SMALL = 64L << 20;
    private static final int ROUNDS = 5;

    /// Of a copy that has to begin from nothing again and again.
    private static final int MOST_ROUNDS = 20;

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final MoveState state;
    private final Checkpoints checkpoints;

    private CopyingDecision(MoveState state) {
        this.state = state;
        this.checkpoints = state.status().checkpoints();
    }

    static List<MoveAction> decide(MoveState state) {
        return new CopyingDecision(state).decide();
    }

    private List<MoveAction> decide() {
        if (state.targetCopy() instanceof CopyState.Unknown(String why)) {
            return List.of(new MoveAction.Await("waiting for the driver of this node: " + why, PAUSE));
        }
        if (isRestarting(state)) {
            return restart(state);
        }
        boolean isLost = state.targetCopy() instanceof CopyState.Absent
                && checkpoints.base().isPresent();
        if (isLost) {
            return List.of(new MoveAction.WriteStatus(restarted(
                    state.status(), "the driver of node %s has lost the copy".formatted(state.target()), state)));
        }
        if (hasNoSnapshots(state)) {
            return stop();
        }
        Optional<Checkpoint> last = checkpoints.last();
        if (last.isEmpty()) {
            return next();
        }
        return switch (last.get().state()) {
            case TAKING -> List.of(new MoveAction.TakeSnapshot(last.get()));
            case TAKEN -> List.of(new MoveAction.CarrySnapshot(last.get(), checkpoints.base()));
            case COMPLETE -> complete();
            case DELETED -> next();
        };
    }

    private List<MoveAction> complete() {
        Optional<Checkpoint> outdated = checkpoints.outdated();
        if (outdated.isPresent()) {
            return List.of(new MoveAction.DeleteSnapshot(outdated.get()));
        }
        return isEnough(checkpoints.all(), state.status().bytes().perSecond()) ? stop() : next();
    }

    private List<MoveAction> next() {
        if (checkpoints.all().size() >= MOST_ROUNDS) {
            return MoveDecision.turnBack(
                    state,
                    UndoDecision.FAILED,
                    "the copy is still not complete after %d snapshots".formatted(MOST_ROUNDS));
        }
        return List.of(new MoveAction.WriteStatus(state.status()
                .checkpoints(checkpoints.begin(state.move().meta().uid()))
                .message("copying to node " + state.target())));
    }

    /// Whether another round would hardly make the last difference smaller.
    static boolean isEnough(List<Checkpoint> rounds, long perSecond) {
        long last = rounds.getLast().bytes();
        if (last == Checkpoint.UNKNOWN) {
            return rounds.size() >= ROUNDS;
        }
        boolean isQuick = perSecond > 0 && last < perSecond;
        long before = rounds.size() < 3
                ? Checkpoint.UNKNOWN
                : rounds.get(rounds.size() - 2).bytes();
        boolean isShrinking = before == Checkpoint.UNKNOWN || last < before;
        return last <= SMALL || isQuick || rounds.size() >= ROUNDS || !isShrinking;
    }

    /// Before the fence, so that a pod that may not be deleted goes on undisturbed.
    private List<MoveAction> stop() {
        List<Pod> bare = state.use().staying(state.subject().sourceNode()).stream()
                .filter(VolumeUse::isBare)
                .toList();
        if (!bare.isEmpty() && !state.move().spec().deleteBarePods()) {
            return awaitBare(state, bare);
        }
        // Written before the fence: from here on it may exist.
        return List.of(new MoveAction.WriteStatus(state.status()
                .phase(MovePhase.SWITCHING)
                .message("stopping the pods of claim " + state.move().spec().claimName())));
    }

    static List<MoveAction> awaitBare(MoveState state, List<Pod> bare) {
        String why = "pods without a controller use the volume: %s; delete them, or set deleteBarePods"
                .formatted(SwitchDecision.names(bare));
        List<MoveAction> actions = new ArrayList<>();
        if (!state.status().message().equals(why)) {
            actions.add(new MoveAction.Report(true, MoveEventReasons.WAITING_FOR_POD, why));
        }
        actions.add(new MoveAction.Await(why, PAUSE));
        return actions;
    }

    static boolean isRestarting(MoveState state) {
        return isCopied(state, RESTARTING);
    }

    private static boolean hasNoSnapshots(MoveState state) {
        return isCopied(state, NO_SNAPSHOTS);
    }

    private static boolean isCopied(MoveState state, String reason) {
        return state.status()
                .conditions()
                .find(MoveConditionType.COPIED)
                .filter(copied -> copied.reason().equals(reason))
                .isPresent();
    }

    /// The driver cannot take the snapshot that was announced, so there is none.
    static MoveStatus withoutSnapshots(MoveState state, String why) {
        Checkpoints checkpoints = state.status().checkpoints();
        return state.status()
                .checkpoints(checkpoints.with(checkpoints.last().orElseThrow().deleted()))
                .condition(MoveConditionType.COPIED, MoveConditionStatus.FALSE, NO_SNAPSHOTS, why, state.now())
                .message("all of the volume is copied while its pods are stopped: " + why);
    }

    /// The target cannot use what it has. It gets everything again.
    static MoveStatus restarted(MoveStatus status, String why, MoveState state) {
        return status.condition(MoveConditionType.COPIED, MoveConditionStatus.FALSE, RESTARTING, why, state.now())
                .message("copying from the beginning: " + why);
    }

    static List<MoveAction> restart(MoveState state) {
        if (state.sourceCopy() instanceof CopyState.Unknown(String why)) {
            return List.of(new MoveAction.Await(
                    "the copy stays as it is until node %s can be reached: %s"
                            .formatted(state.subject().sourceNode(), why),
                    PAUSE));
        }
        if (state.targetCopy() instanceof CopyState.Present) {
            return UndoDecision.removeTarget(
                    state, state.subject().volumeHandle(), state.subject().generation());
        }
        Optional<Checkpoint> remaining = state.status().checkpoints().remaining();
        return remaining.isPresent()
                ? List.of(new MoveAction.DeleteSnapshot(remaining.get()))
                : List.of(new MoveAction.WriteStatus(state.status()
                        .condition(MoveConditionType.COPIED, MoveConditionStatus.FALSE, "Copying", "", state.now())));
    }
}
