package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// After a promotion: when the lost node returns, its copy becomes a snapshot. It has the writes that the volume has
/// not, so it is never deleted, and never mounted.
final class OldCopyDecision {
    static final String NODE_DELETED = "NodeDeleted";
    static final String GONE = "Gone";

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LONG_PAUSE = Duration.ofSeconds(10);

    private OldCopyDecision() {}

    static List<StandbyAction> decide(StandbyState state) {
        MoveSubject subject = state.subject();
        if (state.isHeld()) {
            return List.of(new StandbyAction.ReleaseVolume());
        }
        // They were scheduled by the affinity that the volume had before.
        List<Pod> hanging = state.use().waiting(subject.sourceNode()).stream()
                .filter(pod -> !VolumeUse.isBare(pod))
                .toList();
        if (!hanging.isEmpty()) {
            return List.of(new StandbyAction.DeletePods(hanging, false));
        }
        if (!state.status().oldCopy().isEmpty() || state.standby().isBeingDeleted()) {
            return state.standby().meta().hasFinalizer(MoverKeys.FINALIZER)
                    ? List.of(new StandbyAction.RemoveFinalizer())
                    : List.of();
        }
        if (!state.nodes().has(subject.sourceNode())) {
            return end(state, NODE_DELETED, "node %s does not exist any more".formatted(subject.sourceNode()));
        }
        return switch (state.sourceCopy()) {
            case CopyState.Unknown _ ->
                List.of(new StandbyAction.Await(
                        "the old copy becomes a snapshot when node %s returns".formatted(subject.sourceNode()),
                        LONG_PAUSE));
            case CopyState.Absent() -> end(state, GONE, "");
            case CopyState.Present present -> returned(state, present);
        };
    }

    private static List<StandbyAction> returned(StandbyState state, CopyState.Present present) {
        MoveSubject subject = state.subject();
        if (present.is(Copy.State.ACTIVE) && present.copy().getGeneration() < subject.generation()) {
            return List.of(new StandbyAction.FenceSource());
        }
        if (present.copy().getInUse()) {
            return List.of(new StandbyAction.Await(
                    "waiting for node %s to unmount its old copy".formatted(subject.sourceNode()), PAUSE));
        }
        boolean isOurs = present.isFencedFor(subject, state.node()) || present.is(Copy.State.DELETING);
        if (!isOurs) {
            return end(
                    state,
                    GONE,
                    "the copy on node %s is no longer that of the volume: %s".formatted(subject.sourceNode(), present));
        }
        Optional<StandbySnapshot> left = state.status().snapshots().first();
        return List.of(
                left.isPresent() ? new StandbyAction.DeleteSnapshot(left.get()) : new StandbyAction.KeepOldCopy());
    }

    private static List<StandbyAction> end(StandbyState state, String result, String message) {
        StandbyStatus ended = state.status().oldCopy(result);
        return List.of(new StandbyAction.WriteStatus(message.isEmpty() ? ended : ended.message(message)));
    }
}
