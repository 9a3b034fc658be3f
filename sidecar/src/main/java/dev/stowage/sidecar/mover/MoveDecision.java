package dev.stowage.sidecar.mover;

import java.util.List;

/// What to do next for a move. Pure: everything comes from the state, so a mover that was killed anywhere goes on
/// where it was. The actions are carried out in order; then the state is read again, and decided on again. An empty
/// list means that there is nothing to do until something changes.
final class MoveDecision {

    private MoveDecision() {}

    /// @param canPatchAffinity whether the server may allow to change the affinity of a volume
    static List<MoveAction> decide(MoveState state, boolean canPatchAffinity) {
        return switch (state.part()) {
            case NONE -> List.of();
            case OWNER -> own(state, canPatchAffinity);
            case STAND_IN -> StandInDecision.decide(state);
        };
    }

    private static List<MoveAction> own(MoveState state, boolean canPatchAffinity) {
        MovePhase phase = state.status().phase();
        if (phase.isEnded()) {
            return EndedDecision.decide(state);
        }
        if (phase == MovePhase.PENDING) {
            return PendingDecision.decide(state);
        }
        return switch (state.move().direction()) {
            case BACK -> UndoDecision.decide(state);
            case FORWARD -> ForwardDecision.decide(state, canPatchAffinity);
            case OPEN -> open(state);
        };
    }

    private static List<MoveAction> open(MoveState state) {
        if (state.move().isCancelRequested()) {
            return turnBack(state, UndoDecision.CANCELLED, "cancelled by a user");
        }
        if (!state.isClaimThere()) {
            return turnBack(state, UndoDecision.FAILED, "the claim was deleted");
        }
        if (state.volume().isEmpty()) {
            return turnBack(state, UndoDecision.FAILED, "the volume was deleted");
        }
        if (state.volume().get().object().isBeingDeleted()) {
            return turnBack(state, UndoDecision.FAILED, "the volume is being deleted");
        }
        if (!state.isHeld()) {
            return hold(state);
        }
        return state.status().phase() == MovePhase.COPYING
                ? CopyingDecision.decide(state)
                : SwitchingDecision.decide(state);
    }

    /// The volume was marked when the move began, so a user has removed the mark.
    private static List<MoveAction> hold(MoveState state) {
        return state.rival()
                .map(rival -> turnBack(state, UndoDecision.FAILED, "the volume is being moved by " + rival.key()))
                .orElse(List.of(new MoveAction.HoldVolume()));
    }

    /// From here on the copy at the target will never be the volume. Written before anything is undone.
    static List<MoveAction> turnBack(MoveState state, String reason, String why) {
        return List.of(new MoveAction.WriteStatus(state.status()
                .condition(MoveConditionType.TARGET_ACTIVE, MoveConditionStatus.FALSE, reason, why, state.now())
                .message(why + "; undoing")));
    }
}
