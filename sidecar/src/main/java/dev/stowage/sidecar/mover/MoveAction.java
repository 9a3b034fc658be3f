package dev.stowage.sidecar.mover;

import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One thing to do for a move. Each may be repeated: what was done is seen in the next state.
sealed interface MoveAction {

    record AddFinalizer() implements MoveAction {}

    record RemoveFinalizer() implements MoveAction {}

    /// Marks the volume as that of this move. Fails if the volume has changed since it was read.
    record HoldVolume() implements MoveAction {}

    record ReleaseVolume() implements MoveAction {}

    /// Fails if the move has changed since it was read.
    record WriteStatus(MoveStatus status) implements MoveAction {}

    /// A snapshot at the source.
    record TakeSnapshot(Checkpoint checkpoint) implements MoveAction {}

    record DeleteSnapshot(Checkpoint checkpoint) implements MoveAction {}

    /// Sends a snapshot to the target.
    record CarrySnapshot(Checkpoint checkpoint, Optional<Checkpoint> base) implements MoveAction {}

    /// Sends the fenced volume to the target.
    record CarryVolume(Optional<Checkpoint> base) implements MoveAction {}

    record FenceSource() implements MoveAction {}

    record EvictPods(List<Pod> pods) implements MoveAction {}

    record DeletePods(List<Pod> pods) implements MoveAction {}

    record ActivateTarget() implements MoveAction {}

    record ActivateSource(String node, String volume, long generation) implements MoveAction {}

    record AbandonTarget(String volume, long generation) implements MoveAction {}

    record DeleteTarget(String volume, long generation) implements MoveAction {}

    record DeleteSource() implements MoveAction {}

    /// Of the PersistentVolume.
    record ChangeVolume(SwitchAction action) implements MoveAction {}

    /// An event on the move and on its claim.
    record Report(boolean isWarning, String reason, String message) implements MoveAction {}

    /// Nothing can be done now. The message is written into the status.
    record Await(String message, Duration time) implements MoveAction {}
}
