package dev.stowage.sidecar.mover;

import dev.stowage.k8s.names.MoverKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Lets go of the objects of a move that has ended.
final class EndedDecision {

    private EndedDecision() {}

    static List<MoveAction> decide(MoveState state) {
        if (isLeftBehind(state.status())) {
            return leftBehind(state);
        }
        return release(state);
    }

    static List<MoveAction> release(MoveState state) {
        if (state.isHeld()) {
            return List.of(new MoveAction.ReleaseVolume());
        }
        return state.move().meta().hasFinalizer(MoverKeys.FINALIZER)
                ? List.of(new MoveAction.RemoveFinalizer())
                : List.of();
    }

    /// The source has ended the move while this node did not exist, so its copy is still here.
    static boolean isLeftBehind(MoveStatus status) {
        return status.phase() != MovePhase.SUCCEEDED
                && status.conditions()
                        .find(MoveConditionType.TARGET_ACTIVE)
                        .filter(condition -> condition.reason().equals(UndoDecision.TARGET_GONE))
                        .isPresent();
    }

    private static List<MoveAction> leftBehind(MoveState state) {
        Optional<List<MoveAction>> removal = switch (state.targetCopy()) {
            case CopyState.Unknown(String why) ->
                Optional.of(List.of(
                        new MoveAction.Await("waiting for the driver of this node: " + why, Duration.ofSeconds(5))));
            case CopyState.Absent() -> Optional.empty();
            // A later move has a higher generation.
            case CopyState.Present copy
            when copy.copy().getGeneration() > state.subject().generation() || copy.isVolume() -> Optional.empty();
            case CopyState.Present _ ->
                Optional.of(UndoDecision.removeTarget(
                        state, state.subject().volumeHandle(), state.subject().generation()));
        };
        return removal.orElseGet(() -> List.of(new MoveAction.WriteStatus(state.status()
                .condition(
                        MoveConditionType.TARGET_ACTIVE,
                        MoveConditionStatus.FALSE,
                        "Removed",
                        "the copy on node %s was deleted when it returned".formatted(state.target()),
                        state.now()))));
    }
}
