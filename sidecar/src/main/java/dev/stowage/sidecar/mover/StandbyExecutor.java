package dev.stowage.sidecar.mover;

import dev.stowage.flags.GoDuration;
import dev.stowage.k8s.names.MoveEventReasons;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Carries out what was decided about a standby. It remembers nothing.
final class StandbyExecutor {
    private static final Duration NOT_READY = Duration.ofSeconds(1);

    private final Informer<VolumeStandby> standbys;
    private final StandbyStateReader reader;
    private final MoverConnections connections;
    private final StandbyStatusWriter writer;
    private final StandbyTransfers transfers;
    private final VolumeSwitchExecutor volumes;
    private final PodRemoval pods;
    private final MoveReporter reporter;

    StandbyExecutor(
            Informer<VolumeStandby> standbys,
            StandbyStateReader reader,
            MoverConnections connections,
            StandbyTransfers transfers,
            VolumeSwitchExecutor volumes,
            PodRemoval pods,
            MoveReporter reporter) {
        this.standbys = standbys;
        this.reader = reader;
        this.connections = connections;
        this.writer = new StandbyStatusWriter(standbys);
        this.transfers = transfers;
        this.volumes = volumes;
        this.pods = pods;
        this.reporter = reporter;
    }

    /// @return empty when the action is done and the next one may follow
    Optional<ReconcileResult> execute(StandbyState state, StandbyAction action)
            throws ApiFailure, PeerCallException, InterruptedException {
        VolumeStandby standby = state.standby();
        switch (action) {
            case StandbyAction.AddFinalizer() -> edit(standby, Patch.addFinalizer(standby, MoverKeys.FINALIZER));
            case StandbyAction.RemoveFinalizer() -> edit(standby, Patch.removeFinalizer(standby, MoverKeys.FINALIZER));
            case StandbyAction.HoldVolume() -> volumes.hold(state.volume().orElseThrow(), standby.holder());
            case StandbyAction.ReleaseVolume() -> volumes.hold(state.volume().orElseThrow(), "");
            case StandbyAction.WriteStatus(StandbyStatus next) -> writer.write(standby, next);
            case StandbyAction.TakeSnapshot(StandbySnapshot snapshot) -> {
                return take(state, snapshot);
            }
            case StandbyAction.DeleteSnapshot(StandbySnapshot snapshot) -> deleteSnapshot(state, snapshot);
            case StandbyAction.CarrySnapshot(StandbySnapshot snapshot, Optional<StandbySnapshot> base) ->
                carry(state, snapshot, base);
            case StandbyAction.AbandonCopy(String volume, long generation) ->
                connections.own().abandon(volume, generation);
            case StandbyAction.DeleteCopy(String volume, long generation) ->
                connections.own().delete(volume, generation);
            case StandbyAction.FenceSource() -> {
                MoveSubject subject = state.subject();
                reader.at(subject.sourceNode()).fence(subject.volumeHandle(), subject.generation(), state.node());
            }
            case StandbyAction.ActivateCopy() -> activate(state);
            case StandbyAction.DeletePods(var hanging, boolean byForce) -> {
                if (byForce) {
                    pods.deleteByForce(hanging);
                } else {
                    pods.delete(hanging);
                }
            }
            case StandbyAction.ChangeVolume(SwitchAction change) -> volumes.execute(change);
            case StandbyAction.KeepOldCopy() -> keepOldCopy(state);
            case StandbyAction.Report(boolean isWarning, String reason, String message) ->
                report(state, isWarning, reason, message);
            case StandbyAction.Await(String message, Duration time) -> {
                return Optional.of(await(state, message, time));
            }
        }
        return Optional.empty();
    }

    private void edit(VolumeStandby standby, Patch patch) throws ApiFailure, InterruptedException {
        var _ = standbys.patch(standby, patch);
    }

    ReconcileResult await(StandbyState state, String message, Duration time) throws ApiFailure, InterruptedException {
        writer.write(state.standby(), state.status().message(message));
        return ReconcileResult.requeueAfter(time);
    }

    void write(StandbyState state, StandbyStatus next) throws ApiFailure, InterruptedException {
        writer.write(state.standby(), next);
    }

    private Optional<ReconcileResult> take(StandbyState state, StandbySnapshot snapshot)
            throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        CopyDriver.TakenSnapshot taken =
                reader.at(subject.sourceNode()).createSnapshot(subject.volumeHandle(), snapshot.name());
        if (!taken.ready()) {
            return Optional.of(await(state, "waiting for a snapshot at node " + subject.sourceNode(), NOT_READY));
        }
        write(
                state,
                state.status().snapshots(state.status().snapshots().next(snapshot.taken(taken.id(), taken.takenAt()))));
        return Optional.empty();
    }

    private void deleteSnapshot(StandbyState state, StandbySnapshot snapshot)
            throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        SnapshotRemoval.remove(
                reader.at(subject.sourceNode()), subject.volumeHandle(), snapshot.name(), snapshot.snapshotId());
        write(state, state.status().snapshots(state.status().snapshots().without(snapshot)));
    }

    private void carry(StandbyState state, StandbySnapshot snapshot, Optional<StandbySnapshot> base)
            throws ApiFailure, PeerCallException, InterruptedException {
        long sent = transfers.carry(state, snapshot, base);
        StandbyStatus next = state.status()
                .phase(StandbyPhase.READY)
                .snapshots(state.status().snapshots().complete())
                .bytesSent(sent)
                .message(StandbyRoundDecision.ready(state));
        write(state, next);
        if (state.status().phase() == StandbyPhase.COPYING) {
            report(
                    state,
                    false,
                    MoveEventReasons.STANDBY_READY,
                    "node %s has a copy of the volume; from now on it is at most %s old"
                            .formatted(
                                    state.node(),
                                    GoDuration.string(state.standby().spec().interval())));
        }
    }

    private void activate(StandbyState state) throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        Map<String, String> context = connections.own().activate(subject.volumeHandle(), subject.generation());
        write(
                state,
                state.status()
                        .promotion(state.status().promotion().orElseThrow().activated(context)));
    }

    private void keepOldCopy(StandbyState state) throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        String name =
                MoverKeys.SNAPSHOT_PREFIX + "lost-" + state.standby().meta().uid();
        String snapshot =
                reader.at(subject.sourceNode()).deleteKeeping(subject.volumeHandle(), subject.generation(), name);
        String text = "the old copy on node %s is snapshot %s of driver %s now"
                .formatted(subject.sourceNode(), snapshot, subject.driver());
        write(state, state.status().oldCopy(snapshot.isEmpty() ? OldCopyDecision.GONE : snapshot));
        if (snapshot.isEmpty()) {
            return;
        }
        report(state, false, MoveEventReasons.OLD_COPY_KEPT, text);
    }

    private void report(StandbyState state, boolean isWarning, String reason, String message) {
        reporter.report(
                state.standby().reference(),
                "Standby " + state.standby().key(),
                state.claim(),
                new MoveAction.Report(isWarning, reason, message));
    }
}
