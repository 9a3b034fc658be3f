package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import io.grpc.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/// A VolumeMove in a [ModelCluster], and actions on both as the server and the drivers carry them out.
final class ModelMove {
    final ModelCluster cluster;
    final Random random;
    MoveStatus status = MoveStatus.NEW;
    Instant now = MoveObjects.START;
    boolean isCancelled;
    boolean isDeleted;
    boolean isGone;
    boolean canReachSource = true;
    boolean canPatchAffinity;
    private List<String> finalizers = List.of();
    private int version = 1;

    ModelMove(ModelCluster cluster, Random random) {
        this.cluster = cluster;
        this.random = random;
    }

    /// The server refused the write, because what was read is not what is there.
    static final class ConflictException extends Exception {
        private static final long serialVersionUID = 1;
    }

    private VolumeMove object() {
        ObjectMeta meta = new ObjectMeta(
                new NamespacedName("default", "m"),
                "move-uid",
                Integer.toString(version),
                MoveObjects.START,
                isDeleted ? now : null,
                Map.of(),
                Map.of(),
                finalizers,
                List.of());
        MoveSpec spec = new MoveSpec("data", ModelCluster.TARGET, false, OptionalLong.empty(), isCancelled);
        // As a process reads it that has just been started.
        return new VolumeMove(meta, spec, MoveStatus.read(status.json()));
    }

    MoveState read(String node) {
        boolean isTarget = node.equals(ModelCluster.TARGET);
        VolumeMove move = object();
        Optional<PersistentVolumeClaim> claim = cluster.claimUid.map(uid -> MoveObjects.claim(uid, cluster.claimPhase));
        CopyState unreachable = new CopyState.Unknown("not reachable");
        List<VolumeAttachment> attachments = cluster.isAttached
                ? List.of(VolumeAttachment.read(
                        MoveObjects.json("{'spec': {'source': {'persistentVolumeName': 'pv-1'}}}")))
                : List.of();
        return new MoveState(
                move,
                node,
                MoveObjects.DRIVER,
                now,
                claim,
                cluster.live(),
                MoveObjects.nodes(cluster.nodes),
                Optional.empty(),
                move.status().subject().isEmpty() || (isTarget && !canReachSource) ? unreachable : copy(cluster.source),
                isTarget ? copy(cluster.target) : unreachable,
                new VolumeUse(cluster.podObjects(), attachments));
    }

    private static CopyState copy(ModelDriver driver) {
        try {
            return driver.find(ModelDriver.HANDLE)
                    .<CopyState>map(CopyState.Present::new)
                    .orElseGet(CopyState.Absent::new);
        } catch (PeerCallException e) {
            throw new AssertionError(e);
        }
    }

    List<MoveAction> decide(MoveState state) {
        return MoveDecision.decide(state, canPatchAffinity);
    }

    private CopyDriver source(MoveState state) throws PeerCallException {
        if (state.node().equals(ModelCluster.TARGET) && !canReachSource) {
            throw PeerCallException.unreachable("not reachable");
        }
        return cluster.source;
    }

    private void write(MoveState state, MoveStatus next) throws ConflictException {
        if (!state.move().meta().resourceVersion().equals(Integer.toString(version)) || isGone) {
            throw new ConflictException();
        }
        status = next;
        version++;
    }

    void touch() {
        version++;
    }

    void execute(MoveState state, MoveAction action) throws PeerCallException, ConflictException {
        MoveStatus was = state.status();
        Checkpoints rounds = was.checkpoints();
        switch (action) {
            case MoveAction.AddFinalizer() -> {
                write(state, was);
                finalizers = List.of(MoverKeys.FINALIZER);
            }
            case MoveAction.RemoveFinalizer() -> {
                write(state, was);
                finalizers = List.of();
                isGone = isDeleted;
            }
            case MoveAction.HoldVolume() -> hold(state, state.move().holder());
            case MoveAction.ReleaseVolume() -> hold(state, "");
            case MoveAction.WriteStatus(MoveStatus next) -> write(state, next);
            case MoveAction.TakeSnapshot(Checkpoint checkpoint) -> {
                var taken = source(state).createSnapshot(ModelDriver.HANDLE, checkpoint.name());
                write(state, was.checkpoints(rounds.with(checkpoint.taken(taken.id()))));
            }
            case MoveAction.DeleteSnapshot(Checkpoint checkpoint) -> {
                SnapshotRemoval.remove(source(state), ModelDriver.HANDLE, checkpoint.name(), checkpoint.snapshotId());
                write(state, was.checkpoints(rounds.with(checkpoint.deleted())));
            }
            case MoveAction.CarrySnapshot(Checkpoint checkpoint, Optional<Checkpoint> base) -> {
                carry(state, Optional.of(checkpoint), base);
                write(state, was.checkpoints(rounds.with(checkpoint.complete(random.nextLong(1L << 28)))));
            }
            case MoveAction.CarryVolume(Optional<Checkpoint> base) -> {
                carry(state, Optional.empty(), base);
                write(state, was.condition(MoveConditionType.COPIED, MoveConditionStatus.TRUE, "Complete", "", now));
            }
            case MoveAction.FenceSource() -> {
                source(state).fence(ModelDriver.HANDLE, state.subject().generation(), ModelCluster.TARGET);
                write(
                        state,
                        was.condition(MoveConditionType.SOURCE_FENCED, MoveConditionStatus.TRUE, "Fenced", "", now));
            }
            case MoveAction.EvictPods(List<Pod> pods) -> end(pods);
            case MoveAction.DeletePods(List<Pod> pods) -> end(pods);
            case MoveAction.ActivateTarget() -> {
                var context = cluster.target.activate(
                        ModelDriver.HANDLE, state.subject().generation());
                write(
                        state,
                        was.volumeContext(context)
                                .condition(MoveConditionType.TARGET_ACTIVE, MoveConditionStatus.TRUE, "A", "", now));
            }
            case MoveAction.ActivateSource(var _, String volume, long generation) -> {
                var _ = source(state).activate(volume, generation);
            }
            case MoveAction.AbandonTarget(String volume, long generation) -> cluster.target.abandon(volume, generation);
            case MoveAction.DeleteTarget(String volume, long generation) -> cluster.target.delete(volume, generation);
            case MoveAction.DeleteSource() ->
                source(state).delete(ModelDriver.HANDLE, state.subject().generation());
            case MoveAction.ChangeVolume(SwitchAction change) -> change(change);
            case MoveAction.Report _ -> {}
            case MoveAction.Await(String message, var _) -> write(state, was.message(message));
        }
    }

    private void carry(MoveState state, Optional<Checkpoint> snapshot, Optional<Checkpoint> base)
            throws PeerCallException {
        var _ = source(state);
        boolean isWhole = random.nextInt(4) != 0;
        cluster.target.receive(
                cluster.source,
                new Carrier.Cargo(
                        ModelCluster.SOURCE,
                        ModelDriver.HANDLE,
                        snapshot.map(Checkpoint::snapshotId),
                        base.map(Checkpoint::snapshotId),
                        state.subject().generation(),
                        Map.of(),
                        OptionalLong.empty()),
                isWhole);
        if (!isWhole) {
            throw new PeerCallException(Status.Code.UNAVAILABLE, "broken", false, new IllegalStateException());
        }
    }

    private void end(List<Pod> pods) {
        for (Pod pod : pods) {
            cluster.pods.stream()
                    .filter(each -> each.uid.equals(pod.meta().uid()))
                    .forEach(each -> each.isEnding = true);
        }
    }

    private ObjectNode same(LiveVolume seen) throws ConflictException {
        ObjectNode live = cluster.volume.orElseThrow(ConflictException::new);
        if (!live.path("metadata")
                .path("resourceVersion")
                .asText()
                .equals(seen.object().meta().resourceVersion())) {
            throw new ConflictException();
        }
        return live;
    }

    private void hold(MoveState state, String holder) throws ConflictException {
        ObjectNode live = same(state.volume().orElseThrow());
        ObjectNode annotations = live.withObject("/metadata/annotations");
        if (holder.isEmpty()) {
            annotations.remove(MoverKeys.MOVED_BY);
        } else {
            annotations.put(MoverKeys.MOVED_BY, holder);
        }
        cluster.changed(live);
    }

    private void change(SwitchAction change) throws ConflictException {
        switch (change) {
            case SwitchAction.PatchAffinity(LiveVolume seen, ObjectNode affinity) -> {
                same(seen).withObject("/spec").set("nodeAffinity", affinity);
                cluster.changed(same(seen));
            }
            case SwitchAction.SetRetain(LiveVolume seen) ->
                policy(seen, "Retain", seen.object().reclaimPolicy());
            case SwitchAction.RestorePolicy(LiveVolume seen, String policy) -> policy(seen, policy, "");
            case SwitchAction.Delete(LiveVolume seen) -> {
                ObjectNode live = same(seen);
                live.withObject("/metadata").put("deletionTimestamp", now.toString());
                cluster.changed(live);
            }
            case SwitchAction.RemoveFinalizer(LiveVolume seen, String finalizer) -> {
                ObjectNode live = same(seen);
                ModelCluster.removeFinalizer(live, finalizer);
                cluster.changed(live);
            }
            case SwitchAction.Create(ObjectNode volume) -> {
                if (cluster.volume.isPresent()) {
                    throw new ConflictException();
                }
                ObjectNode created = volume.deepCopy();
                cluster.volume = Optional.of(created);
                cluster.created(created);
            }
            case SwitchAction.Save _,
                    SwitchAction.RemovePods _,
                    SwitchAction.Await _,
                    SwitchAction.Conflict _,
                    SwitchAction.Finished _ -> throw new AssertionError(change);
        }
    }

    private void policy(LiveVolume seen, String policy, String before) throws ConflictException {
        ObjectNode live = same(seen);
        ObjectNode annotations = live.withObject("/metadata/annotations");
        annotations.remove(MoverKeys.POLICY_BEFORE);
        if (!before.isEmpty()) {
            annotations.put(MoverKeys.POLICY_BEFORE, before);
        }
        live.withObject("/spec").put("persistentVolumeReclaimPolicy", policy);
        cluster.changed(live);
    }
}
