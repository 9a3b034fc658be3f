package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoveEventReasons;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Lets the pods go to the target, and removes what is left at the source.
final class CompletingDecision {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LONG_PAUSE = Duration.ofSeconds(10);

    /// For a pod to run at the target; only the report of the pause waits for it.
    private static final Duration LONGEST_START = Duration.ofMinutes(1);

    private final MoveState state;
    private final MoveSubject subject;
    private final MoveStatus status;

    private CompletingDecision(MoveState state) {
        this.state = state;
        this.subject = state.subject();
        this.status = state.status();
    }

    static List<MoveAction> decide(MoveState state) {
        return new CompletingDecision(state).decide();
    }

    private List<MoveAction> decide() {
        List<Pod> hanging = state.use().waiting(subject.sourceNode()).stream()
                .filter(pod -> !VolumeUse.isBare(pod) || state.move().spec().deleteBarePods())
                .toList();
        if (!hanging.isEmpty()) {
            return List.of(new MoveAction.DeletePods(hanging));
        }
        Optional<Instant> switched = status.conditions().since(MoveConditionType.VOLUME_SWITCHED);
        if (!status.pause().has(PausePart.START) && state.use().isRunningOn(state.target())) {
            Duration start = Duration.between(switched.orElse(state.now()), state.now());
            return List.of(
                    new MoveAction.WriteStatus(status.pause(status.pause().with(PausePart.START, start))));
        }
        if (!status.conditions().isTrue(MoveConditionType.SOURCE_REMOVED)) {
            return removeSource();
        }
        boolean isStarting = !status.pause().has(PausePart.START)
                && !state.use().pods().isEmpty()
                && switched.filter(since -> since.plus(LONGEST_START).isAfter(state.now()))
                        .isPresent();
        if (isStarting) {
            return List.of(new MoveAction.Await("waiting for a pod to run on node " + state.target(), PAUSE));
        }
        String text = "volume %s was moved to node %s".formatted(subject.volumeName(), state.target());
        return List.of(
                new MoveAction.WriteStatus(status.phase(MovePhase.SUCCEEDED).message(text)),
                new MoveAction.Report(false, MoveEventReasons.MOVE_SUCCEEDED, text));
    }

    private List<MoveAction> removeSource() {
        if (!state.nodes().has(subject.sourceNode())) {
            return removed("NodeDeleted", "node %s does not exist any more".formatted(subject.sourceNode()));
        }
        // Snapshots first: some storage cannot delete a volume that has any.
        Optional<Checkpoint> remaining = status.checkpoints().remaining();
        if (remaining.isPresent()) {
            return List.of(new MoveAction.DeleteSnapshot(remaining.get()));
        }
        return switch (state.sourceCopy()) {
            case CopyState.Unknown(String why) ->
                List.of(new MoveAction.Await(
                        "the volume is on node %s; its old copy waits until node %s can be reached: %s"
                                .formatted(state.target(), subject.sourceNode(), why),
                        LONG_PAUSE));
            case CopyState.Absent() -> removed("Deleted", "");
            case CopyState.Present copy
            when copy.isFencedFor(subject, state.target()) || copy.is(Copy.State.DELETING) -> deleteSource();
            case CopyState.Present copy ->
                removed(
                        "Kept",
                        "the copy on node %s is no longer of this move: %s".formatted(subject.sourceNode(), copy));
        };
    }

    /// Only while the copy at the target is seen to be the volume, or nothing refers to either of them.
    private List<MoveAction> deleteSource() {
        boolean isSafe = switch (state.targetCopy()) {
            case CopyState.Unknown _ -> false;
            case CopyState.Absent() -> !state.isClaimThere() && isToBeDeleted();
            case CopyState.Present copy -> copy.isVolume();
        };
        if (!isSafe && state.targetCopy() instanceof CopyState.Absent && !state.isClaimThere()) {
            return removed(
                    "Kept",
                    "the driver of node %s does not have the volume any more; the copy on node %s stays"
                            .formatted(state.target(), subject.sourceNode()));
        }
        return isSafe
                ? List.of(new MoveAction.DeleteSource())
                : List.of(new MoveAction.Await(
                        "the old copy on node %s stays until the driver of node %s has the volume"
                                .formatted(subject.sourceNode(), state.target()),
                        LONG_PAUSE));
    }

    /// By the policy of the volume, after its claim was.
    private boolean isToBeDeleted() {
        return status.savedVolume()
                .filter(saved -> saved.at("/spec/persistentVolumeReclaimPolicy")
                        .asText("")
                        .equals("Delete"))
                .isPresent();
    }

    private List<MoveAction> removed(String reason, String text) {
        return List.of(new MoveAction.WriteStatus(status.condition(
                MoveConditionType.SOURCE_REMOVED, MoveConditionStatus.TRUE, reason, text, state.now())));
    }
}
