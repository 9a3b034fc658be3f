package dev.stowage.sidecar.mover;

import dev.stowage.k8s.names.MoveEventReasons;
import java.time.Duration;
import java.util.List;

/// What the mover of the source does when the target has no Node object any more: it ends a move that a user
/// cancels, and one that has not begun. It never goes on with one.
final class StandInDecision {

    private StandInDecision() {}

    static List<MoveAction> decide(MoveState state) {
        MovePhase phase = state.status().phase();
        if (phase.isEnded()) {
            return EndedDecision.release(state);
        }
        if (phase == MovePhase.PENDING) {
            return pending(state);
        }
        return switch (state.move().direction()) {
            case OPEN ->
                state.move().isCancelRequested()
                        ? MoveDecision.turnBack(
                                state,
                                UndoDecision.TARGET_GONE,
                                "cancelled by a user; the target does not exist any more")
                        : await("node %s does not exist any more; cancel the move to keep the volume on node %s"
                                .formatted(state.target(), state.subject().sourceNode()));
            case BACK -> UndoDecision.decideAtSource(state);
            // Only the driver there knows whether its copy was used.
            case FORWARD ->
                await(("node %s does not exist any more, and its copy may be the volume;"
                                + " the copy on node %s stays as it was when the pods were stopped")
                        .formatted(state.target(), state.subject().sourceNode()));
        };
    }

    private static List<MoveAction> pending(MoveState state) {
        String why = "node %s not found".formatted(state.target());
        boolean isCancelled = state.move().isCancelRequested();
        return List.of(
                new MoveAction.WriteStatus(state.status()
                        .phase(isCancelled ? MovePhase.CANCELLED : MovePhase.FAILED)
                        .message(why)),
                new MoveAction.Report(
                        !isCancelled,
                        isCancelled ? MoveEventReasons.MOVE_CANCELLED : MoveEventReasons.MOVE_FAILED,
                        why));
    }

    private static List<MoveAction> await(String what) {
        return List.of(new MoveAction.Await(what, Duration.ofSeconds(30)));
    }
}
