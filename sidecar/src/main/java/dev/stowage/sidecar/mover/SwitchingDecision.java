package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Stops the pods, sends the last difference, and decides for the target.
final class SwitchingDecision {
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final Duration LONG_PAUSE = Duration.ofSeconds(5);

    private final MoveState state;
    private final MoveSubject subject;

    private SwitchingDecision(MoveState state) {
        this.state = state;
        this.subject = state.subject();
    }

    static List<MoveAction> decide(MoveState state) {
        return new SwitchingDecision(state).decide();
    }

    private List<MoveAction> decide() {
        MoveConditions conditions = state.status().conditions();
        if (!conditions.isTrue(MoveConditionType.SOURCE_FENCED)) {
            return List.of(new MoveAction.FenceSource());
        }
        if (state.sourceCopy() instanceof CopyState.Present copy && !copy.isFencedFor(subject, state.target())) {
            // Only a user can have done that. The copy there may be in use, so the one here must not be.
            return MoveDecision.turnBack(
                    state,
                    UndoDecision.FAILED,
                    "the fence on node %s was lifted: the copy there is %s".formatted(subject.sourceNode(), copy));
        }
        if (conditions.isTrue(MoveConditionType.COPIED)) {
            return activate();
        }
        return stop(conditions.since(MoveConditionType.SOURCE_FENCED).orElse(state.now()));
    }

    private List<MoveAction> stop(Instant fenced) {
        List<Pod> using = state.use().using(subject.sourceNode(), fenced);
        List<Pod> bare = using.stream().filter(VolumeUse::isBare).toList();
        if (!bare.isEmpty() && !state.move().spec().deleteBarePods()) {
            return CopyingDecision.awaitBare(state, bare);
        }
        if (!using.isEmpty()) {
            return List.of(
                    new MoveAction.EvictPods(using),
                    new MoveAction.Await("waiting for pods to end: " + SwitchDecision.names(using), PAUSE));
        }
        return switch (state.sourceCopy()) {
            case CopyState.Unknown(String why) ->
                await("node %s cannot be reached: %s".formatted(subject.sourceNode(), why));
            case CopyState.Absent() ->
                await("the driver on node %s does not have the volume any more".formatted(subject.sourceNode()));
            case CopyState.Present copy
            when copy.copy().getInUse() ->
                List.of(new MoveAction.Await(
                        "waiting for node %s to unmount the volume".formatted(subject.sourceNode()), PAUSE));
            case CopyState.Present _ -> detach(fenced);
        };
    }

    private List<MoveAction> detach(Instant fenced) {
        if (state.use().isAttached()) {
            List<Pod> hanging = state.use().hanging(subject.sourceNode(), fenced);
            MoveAction wait = new MoveAction.Await("waiting for the volume to be detached", PAUSE);
            return hanging.isEmpty() ? List.of(wait) : List.of(new MoveAction.DeletePods(hanging), wait);
        }
        return switch (state.targetCopy()) {
            case CopyState.Unknown(String why) -> await("waiting for the driver of this node: " + why);
            case CopyState.Absent()
            when !CopyingDecision.isRestarting(state) -> List.of(new MoveAction.CarryVolume(Optional.empty()));
            case CopyState.Absent() -> CopyingDecision.restart(state);
            case CopyState.Present _ when CopyingDecision.isRestarting(state) -> CopyingDecision.restart(state);
            case CopyState.Present _ ->
                List.of(new MoveAction.CarryVolume(state.status().checkpoints().base()));
        };
    }

    /// The last moment at which the move can be cancelled. The volume is saved in the same write: from here on it
    /// can be created again, whatever happens to it.
    private List<MoveAction> activate() {
        return switch (state.targetCopy()) {
            case CopyState.Unknown(String why) -> await("waiting for the driver of this node: " + why);
            case CopyState.Present copy
            when copy.is(Copy.State.STANDBY) || copy.isVolume() ->
                List.of(new MoveAction.WriteStatus(state.status()
                        .savedVolume(SwitchedVolume.savedFrom(
                                state.volume().orElseThrow().json()))
                        .condition(
                                MoveConditionType.TARGET_ACTIVE,
                                MoveConditionStatus.UNKNOWN,
                                "Activating",
                                "the copy on node %s becomes the volume".formatted(state.target()),
                                state.now())
                        .message("activating the copy on node " + state.target())));
            case CopyState.Absent(), CopyState.Present _ ->
                List.of(new MoveAction.WriteStatus(CopyingDecision.restarted(
                        state.status(), "the driver of node %s has lost the copy".formatted(state.target()), state)));
        };
    }

    private static List<MoveAction> await(String what) {
        return List.of(new MoveAction.Await(what, LONG_PAUSE));
    }
}
