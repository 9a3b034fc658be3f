package dev.stowage.sidecar.mover;

import dev.stowage.k8s.names.MoveEventReasons;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import dev.stowage.sidecar.mover.TransferExecutor.Transferred;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// Carries out what was decided. It remembers nothing: an action whose result was lost is decided again.
final class MoveExecutor {
    private static final Duration NOT_READY = Duration.ofSeconds(1);

    private final Informer<VolumeMove> moves;
    private final MoveStateReader reader;
    private final MoverConnections connections;
    private final MoveStatusWriter writer;
    private final TransferExecutor transfers;
    private final VolumeSwitchExecutor volumes;
    private final PodRemoval pods;
    private final MoveReporter reporter;
    private final InstantSource clock;

    MoveExecutor(
            Informer<VolumeMove> moves,
            MoveStateReader reader,
            MoverConnections connections,
            MoveStatusWriter writer,
            TransferExecutor transfers,
            VolumeSwitchExecutor volumes,
            PodRemoval pods,
            MoveReporter reporter,
            InstantSource clock) {
        this.moves = moves;
        this.reader = reader;
        this.connections = connections;
        this.writer = writer;
        this.transfers = transfers;
        this.volumes = volumes;
        this.pods = pods;
        this.reporter = reporter;
        this.clock = clock;
    }

    /// @return empty when the action is done and the next one may follow
    Optional<ReconcileResult> execute(MoveState state, MoveAction action)
            throws ApiFailure, PeerCallException, InterruptedException {
        VolumeMove move = state.move();
        switch (action) {
            case MoveAction.AddFinalizer() -> edit(move, Patch.addFinalizer(move, MoverKeys.FINALIZER));
            case MoveAction.RemoveFinalizer() -> edit(move, Patch.removeFinalizer(move, MoverKeys.FINALIZER));
            case MoveAction.HoldVolume() -> volumes.hold(live(state), move.holder());
            case MoveAction.ReleaseVolume() -> volumes.hold(live(state), "");
            case MoveAction.WriteStatus(MoveStatus next) -> write(move, next);
            case MoveAction.TakeSnapshot(Checkpoint checkpoint) -> {
                return take(state, checkpoint);
            }
            case MoveAction.DeleteSnapshot(Checkpoint checkpoint) -> deleteSnapshot(state, checkpoint);
            case MoveAction.CarrySnapshot(Checkpoint checkpoint, Optional<Checkpoint> base) ->
                carry(state, checkpoint, base);
            case MoveAction.CarryVolume(Optional<Checkpoint> base) -> carryVolume(state, base);
            case MoveAction.FenceSource() -> fence(state);
            case MoveAction.EvictPods(var using) -> {
                Optional<String> refusal = pods.evict(using);
                if (refusal.isPresent()) {
                    return Optional.of(await(state, refusal.get(), NOT_READY));
                }
            }
            case MoveAction.DeletePods(var hanging) -> pods.delete(hanging);
            case MoveAction.ActivateTarget() -> activate(state);
            case MoveAction.ActivateSource(String node, String volume, long generation) -> {
                Map<String, String> ignored = reader.at(node).activate(volume, generation);
            }
            case MoveAction.AbandonTarget(String volume, long generation) ->
                connections.own().abandon(volume, generation);
            case MoveAction.DeleteTarget(String volume, long generation) ->
                connections.own().delete(volume, generation);
            case MoveAction.DeleteSource() -> {
                MoveSubject subject = state.subject();
                reader.at(subject.sourceNode()).delete(subject.volumeHandle(), subject.generation());
            }
            case MoveAction.ChangeVolume(SwitchAction change) -> volumes.execute(change);
            case MoveAction.Report report -> reporter.report(move, state.claim(), report);
            case MoveAction.Await(String message, Duration time) -> {
                return Optional.of(await(state, message, time));
            }
        }
        return Optional.empty();
    }

    private static LiveVolume live(MoveState state) {
        return state.volume().orElseThrow();
    }

    private void edit(VolumeMove move, Patch patch) throws ApiFailure, InterruptedException {
        var _ = moves.patch(move, patch);
    }

    private void write(VolumeMove move, MoveStatus next) throws ApiFailure, InterruptedException {
        var _ = writer.write(move, next);
    }

    private ReconcileResult await(MoveState state, String message, Duration time)
            throws ApiFailure, InterruptedException {
        write(state.move(), state.status().message(message));
        return ReconcileResult.requeueAfter(time);
    }

    private Optional<ReconcileResult> take(MoveState state, Checkpoint checkpoint)
            throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        CopyDriver.TakenSnapshot taken =
                reader.at(subject.sourceNode()).createSnapshot(subject.volumeHandle(), checkpoint.name());
        if (!taken.ready()) {
            return Optional.of(await(state, "waiting for a snapshot at node " + subject.sourceNode(), NOT_READY));
        }
        write(
                state.move(),
                state.status().checkpoints(state.status().checkpoints().with(checkpoint.taken(taken.id()))));
        return Optional.empty();
    }

    private void deleteSnapshot(MoveState state, Checkpoint checkpoint)
            throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        SnapshotRemoval.remove(
                reader.at(subject.sourceNode()), subject.volumeHandle(), checkpoint.name(), checkpoint.snapshotId());
        write(
                state.move(),
                state.status().checkpoints(state.status().checkpoints().with(checkpoint.deleted())));
    }

    private void carry(MoveState state, Checkpoint checkpoint, Optional<Checkpoint> base)
            throws ApiFailure, PeerCallException, InterruptedException {
        Transferred result = transfers.carry(state, Optional.of(checkpoint), base);
        VolumeMove now = current(state.move());
        MoveStatus status = now.status();
        write(
                now,
                status.checkpoints(status.checkpoints().with(checkpoint.complete(result.size())))
                        .bytes(result.bytes()));
    }

    private void carryVolume(MoveState state, Optional<Checkpoint> base)
            throws ApiFailure, PeerCallException, InterruptedException {
        Transferred result = transfers.carry(state, Optional.empty(), base);
        VolumeMove now = current(state.move());
        MoveStatus status = now.status();
        Duration podEnd = Duration.between(
                status.conditions().since(MoveConditionType.SOURCE_FENCED).orElse(state.now()), state.now());
        String text = "node %s has everything, %d bytes in all"
                .formatted(state.target(), result.bytes().sent());
        write(
                now,
                status.bytes(result.bytes())
                        .pause(status.pause().with(PausePart.POD_END, podEnd).with(PausePart.DIFFERENCE, result.time()))
                        .condition(
                                MoveConditionType.COPIED, MoveConditionStatus.TRUE, "Complete", text, clock.instant()));
        reporter.report(now, state.claim(), new MoveAction.Report(false, MoveEventReasons.COPIED, text));
    }

    /// While bytes were sent, we have reported them, and a user may have changed the move.
    private VolumeMove current(VolumeMove seen) throws ApiFailure, InterruptedException {
        return moves.fetch(seen.key())
                .filter(now -> now.meta().uid().equals(seen.meta().uid()))
                .orElseThrow(() -> new ApiFailure(404, "NotFound", "the move was deleted", null));
    }

    private void fence(MoveState state) throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        reader.at(subject.sourceNode()).fence(subject.volumeHandle(), subject.generation(), state.target());
        String text = "node %s does not mount the volume any more".formatted(subject.sourceNode());
        write(
                state.move(),
                state.status()
                        .condition(
                                MoveConditionType.SOURCE_FENCED,
                                MoveConditionStatus.TRUE,
                                "Fenced",
                                text,
                                clock.instant()));
        reporter.report(
                state.move(), state.claim(), new MoveAction.Report(false, MoveEventReasons.SOURCE_FENCED, text));
    }

    private void activate(MoveState state) throws ApiFailure, PeerCallException, InterruptedException {
        MoveSubject subject = state.subject();
        Map<String, String> context = connections.own().activate(subject.volumeHandle(), subject.generation());
        write(
                state.move(),
                state.status()
                        .volumeContext(context)
                        .condition(
                                MoveConditionType.TARGET_ACTIVE,
                                MoveConditionStatus.TRUE,
                                "Activated",
                                "the copy on node %s is the volume".formatted(state.target()),
                                clock.instant()));
    }
}
