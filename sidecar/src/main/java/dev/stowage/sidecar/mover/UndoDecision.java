package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoveEventReasons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Undoes a move that will not happen. The volume at the source is made usable first, and known to be, before the
/// copy at the target is deleted: it could be the only one that is left.
final class UndoDecision {
    static final String CANCELLED = "Cancelled";
    static final String FAILED = "Failed";

    /// By the source, without the target.
    static final String TARGET_GONE = "TargetNodeGone";

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final MoveState state;
    private final MoveSubject subject;

    private UndoDecision(MoveState state) {
        this.state = state;
        this.subject = state.subject();
    }

    static List<MoveAction> decide(MoveState state) {
        UndoDecision decision = new UndoDecision(state);
        return decision.source()
                .or(decision::target)
                .or(decision::snapshots)
                .orElseGet(() -> decision.end(state.status()));
    }

    /// Without the target, of which nothing is known.
    static List<MoveAction> decideAtSource(MoveState state) {
        UndoDecision decision = new UndoDecision(state);
        return decision.source().or(decision::snapshots).orElseGet(decision::endWithoutTarget);
    }

    private Optional<List<MoveAction>> source() {
        boolean isWanted = state.isClaimThere() || state.volume().isPresent();
        return switch (state.sourceCopy()) {
            case CopyState.Unknown(String why) ->
                await("the copies stay as they are until node %s can be reached: %s"
                        .formatted(subject.sourceNode(), why));
            case CopyState.Absent()
            when isWanted ->
                await("the driver on node %s does not have the volume any more; the copy on node %s stays"
                        .formatted(subject.sourceNode(), state.target()));
            case CopyState.Absent() -> Optional.empty();
            // Even if there is no fence: one that is late must be refused.
            case CopyState.Present copy
            when isOurs(copy) && state.status().phase() == MovePhase.SWITCHING ->
                Optional.of(List.of(new MoveAction.ActivateSource(
                        subject.sourceNode(), subject.volumeHandle(), subject.generation() + 1)));
            case CopyState.Present copy
            when copy.isVolume() || copy.is(Copy.State.FENCED) || !isWanted -> Optional.empty();
            case CopyState.Present copy ->
                await("the copy on node %s is %s; the copy on node %s stays"
                        .formatted(subject.sourceNode(), copy, state.target()));
        };
    }

    private boolean isOurs(CopyState.Present copy) {
        return copy.isFencedFor(subject, state.target())
                || (copy.is(Copy.State.ACTIVE) && copy.copy().getGeneration() <= subject.generation());
    }

    private Optional<List<MoveAction>> target() {
        return switch (state.targetCopy()) {
            case CopyState.Unknown(String why) -> await("waiting for the driver of this node: " + why);
            case CopyState.Absent() -> Optional.empty();
            case CopyState.Present copy when copy.copy().getGeneration() > subject.generation() -> Optional.empty();
            case CopyState.Present _ -> Optional.of(removeTarget(state, subject.volumeHandle(), subject.generation()));
        };
    }

    /// Only what was never the volume is removed.
    static List<MoveAction> removeTarget(MoveState state, String volume, long generation) {
        return state.targetCopy() instanceof CopyState.Present copy
                ? switch (copy.copy().getState()) {
                    case RECEIVING -> List.of(new MoveAction.AbandonTarget(volume, generation));
                    case STANDBY, DELETING -> List.of(new MoveAction.DeleteTarget(volume, generation));
                    case ACTIVE, FENCED, ACTIVATING, STATE_UNSPECIFIED, UNRECOGNIZED ->
                        List.of(new MoveAction.Await(
                                "the copy on node %s is %s, but this move did not activate it"
                                        .formatted(state.target(), copy),
                                PAUSE));
                }
                : List.of();
    }

    private Optional<List<MoveAction>> snapshots() {
        return state.status().checkpoints().remaining().map(each -> List.of(new MoveAction.DeleteSnapshot(each)));
    }

    /// If the target returns, its mover finds its copy by this.
    private List<MoveAction> endWithoutTarget() {
        MoveCondition decided = state.status()
                .conditions()
                .find(MoveConditionType.TARGET_ACTIVE)
                .orElseThrow();
        return end(state.status()
                .condition(
                        MoveConditionType.TARGET_ACTIVE,
                        MoveConditionStatus.FALSE,
                        TARGET_GONE,
                        decided.message(),
                        state.now()));
    }

    private List<MoveAction> end(MoveStatus status) {
        Optional<MoveCondition> decided = state.status().conditions().find(MoveConditionType.TARGET_ACTIVE);
        boolean isFailed = decided.filter(each -> each.reason().equals(FAILED)).isPresent();
        String why = decided.map(MoveCondition::message).orElse("");
        MovePhase phase = isFailed ? MovePhase.FAILED : MovePhase.CANCELLED;
        String text = "the volume stays on node %s: %s".formatted(subject.sourceNode(), why);
        return List.of(
                new MoveAction.WriteStatus(status.phase(phase).message(text)),
                new MoveAction.Report(
                        isFailed, isFailed ? MoveEventReasons.MOVE_FAILED : MoveEventReasons.MOVE_CANCELLED, text));
    }

    private static Optional<List<MoveAction>> await(String what) {
        return Optional.of(List.of(new MoveAction.Await(what, PAUSE)));
    }
}
