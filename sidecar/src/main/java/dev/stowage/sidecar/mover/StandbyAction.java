package dev.stowage.sidecar.mover;

import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One thing to do for a standby. Each may be repeated: what was done is seen in the next state.
sealed interface StandbyAction {

    record AddFinalizer() implements StandbyAction {}

    record RemoveFinalizer() implements StandbyAction {}

    /// Marks the volume, so that no other standby and no move changes it. Fails if it has changed since it was read.
    record HoldVolume() implements StandbyAction {}

    record ReleaseVolume() implements StandbyAction {}

    /// Fails if the standby has changed since it was read.
    record WriteStatus(StandbyStatus status) implements StandbyAction {}

    record TakeSnapshot(StandbySnapshot snapshot) implements StandbyAction {}

    record DeleteSnapshot(StandbySnapshot snapshot) implements StandbyAction {}

    record CarrySnapshot(StandbySnapshot snapshot, Optional<StandbySnapshot> base) implements StandbyAction {}

    record AbandonCopy(String volume, long generation) implements StandbyAction {}

    record DeleteCopy(String volume, long generation) implements StandbyAction {}

    record FenceSource() implements StandbyAction {}

    record ActivateCopy() implements StandbyAction {}

    /// Pods whose node is down never end by themselves.
    ///
    /// @param byForce without waiting for their node
    record DeletePods(List<Pod> pods, boolean byForce) implements StandbyAction {}

    /// Of the PersistentVolume.
    record ChangeVolume(SwitchAction action) implements StandbyAction {}

    /// The copy that the volume was before becomes a snapshot.
    record KeepOldCopy() implements StandbyAction {}

    /// An event on the standby and on its claim.
    record Report(boolean isWarning, String reason, String message) implements StandbyAction {}

    /// Nothing can be done now. The message is written into the status.
    record Await(String message, Duration time) implements StandbyAction {}
}
