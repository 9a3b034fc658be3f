package dev.stowage.sidecar.mover;

import dev.stowage.k8s.names.MoveEventReasons;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// After the decision for the target: activates the copy, makes the PersistentVolume name it, and completes. A
/// cancellation comes too late.
final class ForwardDecision {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration LONG_PAUSE = Duration.ofSeconds(5);

    private ForwardDecision() {}

    static List<MoveAction> decide(MoveState state, boolean canPatchAffinity) {
        MoveConditions conditions = state.status().conditions();
        if (!conditions.isTrue(MoveConditionType.TARGET_ACTIVE)) {
            return activate(state);
        }
        if (conditions.isTrue(MoveConditionType.VOLUME_SWITCHED)) {
            return CompletingDecision.decide(state);
        }
        return switchVolume(state, SwitchDecision.decide(SwitchState.of(state, canPatchAffinity)));
    }

    private static List<MoveAction> activate(MoveState state) {
        boolean isSourceActive = state.sourceCopy() instanceof CopyState.Present copy && copy.isVolume();
        boolean isHere = state.targetCopy() instanceof CopyState.Present copy && copy.isVolume();
        return isSourceActive && !isHere
                ? List.of(new MoveAction.Await(
                        "the copy on node %s was activated by others; the copy on node %s is not"
                                .formatted(state.subject().sourceNode(), state.target()),
                        LONG_PAUSE))
                : List.of(new MoveAction.ActivateTarget());
    }

    private static List<MoveAction> switchVolume(MoveState state, SwitchAction action) {
        MoveStatus status = state.status();
        return switch (action) {
            case SwitchAction.Save(var volume) -> List.of(new MoveAction.WriteStatus(status.savedVolume(volume)));
            case SwitchAction.RemovePods(var pods) -> List.of(new MoveAction.DeletePods(pods), await("detaching"));
            case SwitchAction.Await(String what) -> List.of(await(what));
            case SwitchAction.Conflict(String what) -> conflict(status, what);
            case SwitchAction.Delete delete ->
                List.of(
                        new MoveAction.Report(
                                false,
                                MoveEventReasons.SWITCHING_VOLUME,
                                "recreating PersistentVolume %s for node %s; the claim is Lost for a moment, no data is lost"
                                        .formatted(state.subject().volumeName(), state.target())),
                        new MoveAction.ChangeVolume(delete));
            case SwitchAction.PatchAffinity _,
                    SwitchAction.SetRetain _,
                    SwitchAction.RemoveFinalizer _,
                    SwitchAction.Create _,
                    SwitchAction.RestorePolicy _ -> List.of(new MoveAction.ChangeVolume(action));
            case SwitchAction.Finished() -> finished(state);
        };
    }

    private static List<MoveAction> conflict(MoveStatus status, String what) {
        List<MoveAction> actions = new ArrayList<>();
        if (!status.message().equals(what)) {
            actions.add(new MoveAction.Report(true, MoveEventReasons.VOLUME_CONFLICT, what));
        }
        actions.add(new MoveAction.Await(what, LONG_PAUSE));
        return actions;
    }

    private static List<MoveAction> finished(MoveState state) {
        MoveStatus status = state.status();
        Instant copied = status.conditions().since(MoveConditionType.COPIED).orElse(state.now());
        String text = "volume %s is on node %s".formatted(state.subject().volumeName(), state.target());
        return List.of(
                new MoveAction.WriteStatus(status.phase(MovePhase.COMPLETING)
                        .condition(
                                MoveConditionType.VOLUME_SWITCHED,
                                MoveConditionStatus.TRUE,
                                "Switched",
                                text,
                                state.now())
                        .pause(status.pause().with(PausePart.SWITCH, Duration.between(copied, state.now())))
                        .message(text)),
                new MoveAction.Report(false, MoveEventReasons.VOLUME_SWITCHED, text));
    }

    private static MoveAction await(String what) {
        return new MoveAction.Await(what, PAUSE);
    }
}
