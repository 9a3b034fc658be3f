package dev.stowage.testkit;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import io.grpc.MethodDescriptor;
import io.grpc.Status.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.locks.LockSupport;

/// The objects that a trial created and that still exist, oldest first. They are undone in reverse order:
/// unpublish before unstage before delete.
final class TrialCleanup {

    private final Map<String, String> secrets;
    private final SequencedMap<Message, Undo<?, ?>> made = new LinkedHashMap<>();

    TrialCleanup(Map<String, String> secrets) {
        this.secrets = secrets;
    }

    private record Undo<Q extends Message, R extends Message>(MethodDescriptor<Q, R> rpc, Q request) {
        RpcOutcome<R> on(DriverConnection connection) {
            return connection.call(rpc, request);
        }
    }

    synchronized void note(Message request, RpcOutcome<? extends Message> outcome) {
        if (!(outcome instanceof RpcOutcome.Ok<? extends Message>(Message answer))) {
            return;
        }
        switch (answer) {
            case CreateVolumeResponse created ->
                put(
                        CsiMethods.DELETE_VOLUME,
                        DeleteVolumeRequest.newBuilder()
                                .setVolumeId(created.getVolume().getVolumeId())
                                .putAllSecrets(secrets)
                                .build());
            case CreateSnapshotResponse created ->
                put(
                        CsiMethods.DELETE_SNAPSHOT,
                        DeleteSnapshotRequest.newBuilder()
                                .setSnapshotId(created.getSnapshot().getSnapshotId())
                                .putAllSecrets(secrets)
                                .build());
            case CreateVolumeGroupSnapshotResponse created ->
                put(CsiMethods.DELETE_VOLUME_GROUP_SNAPSHOT, deletion(created.getGroupSnapshot(), secrets));
            default -> noteEffect(request);
        }
    }

    private void noteEffect(Message request) {
        switch (request) {
            case ControllerPublishVolumeRequest published ->
                put(
                        CsiMethods.CONTROLLER_UNPUBLISH_VOLUME,
                        ControllerUnpublishVolumeRequest.newBuilder()
                                .setVolumeId(published.getVolumeId())
                                .setNodeId(published.getNodeId())
                                .putAllSecrets(secrets)
                                .build());
            case NodeStageVolumeRequest staged ->
                put(
                        CsiMethods.NODE_UNSTAGE_VOLUME,
                        NodeUnstageVolumeRequest.newBuilder()
                                .setVolumeId(staged.getVolumeId())
                                .setStagingTargetPath(staged.getStagingTargetPath())
                                .build());
            case NodePublishVolumeRequest published ->
                put(
                        CsiMethods.NODE_UNPUBLISH_VOLUME,
                        NodeUnpublishVolumeRequest.newBuilder()
                                .setVolumeId(published.getVolumeId())
                                .setTargetPath(published.getTargetPath())
                                .build());
            default -> made.remove(request);
        }
    }

    static DeleteVolumeGroupSnapshotRequest deletion(VolumeGroupSnapshot group, Map<String, String> secrets) {
        return DeleteVolumeGroupSnapshotRequest.newBuilder()
                .setGroupSnapshotId(group.getGroupSnapshotId())
                .addAllSnapshotIds(group.getSnapshotsList().stream()
                        .map(Snapshot::getSnapshotId)
                        .toList())
                .putAllSecrets(secrets)
                .build();
    }

    private <Q extends Message, R extends Message> void put(MethodDescriptor<Q, R> rpc, Q request) {
        made.putIfAbsent(request, new Undo<>(rpc, request));
    }

    /// Undoes everything, even after failures, and reports what could not be undone.
    synchronized void undo(DriverConnection connection, long pauseNanos, Duration limit) {
        List<String> failures = new ArrayList<>();
        for (Undo<?, ?> undo : made.reversed().values()) {
            long end = System.nanoTime() + limit.toNanos();
            RpcOutcome<?> outcome = undo.on(connection);
            while (outcome.code() == Code.ABORTED && System.nanoTime() < end) {
                LockSupport.parkNanos(pauseNanos);
                outcome = undo.on(connection);
            }
            // A volume that the rule deleted itself may be unknown to the calls before its deletion.
            if (outcome.code() != Code.OK && outcome.code() != Code.NOT_FOUND) {
                failures.add(outcome.toString());
            }
        }
        made.clear();
        if (!failures.isEmpty()) {
            throw new AssertionError("cannot clean up after the rule: " + String.join("; ", failures));
        }
    }
}
