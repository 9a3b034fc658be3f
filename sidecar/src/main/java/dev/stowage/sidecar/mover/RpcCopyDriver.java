package dev.stowage.sidecar.mover;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.transfer.v1alpha1.AbandonReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc.TransferBlockingStub;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.Snapshot;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A driver that speaks CSI and the protocol of transfers, on a socket of this node or through a mover.
public final class RpcCopyDriver implements CopyDriver {
    private final Supplier<TransferBlockingStub> transfer;
    private final Supplier<ControllerBlockingStub> controller;

    /// @param transfer a stub for one call, with its deadline
    /// @param controller the same for the snapshots
    public RpcCopyDriver(Supplier<TransferBlockingStub> transfer, Supplier<ControllerBlockingStub> controller) {
        this.transfer = transfer;
        this.controller = controller;
    }

    @FunctionalInterface
    private interface Rpc<A> {
        A call() throws StatusRuntimeException;
    }

    private static <A> A call(String name, Rpc<A> rpc) throws PeerCallException {
        try {
            return rpc.call();
        } catch (StatusRuntimeException e) {
            throw PeerCallException.of(name, e);
        }
    }

    @Override
    public Optional<Copy> find(String volume) throws PeerCallException {
        try {
            return Optional.of(call(
                    "GetCopy",
                    () -> transfer.get()
                            .getCopy(GetCopyRequest.newBuilder()
                                    .setVolumeId(volume)
                                    .build())
                            .getCopy()));
        } catch (PeerCallException e) {
            if (e.code() == Status.Code.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public TakenSnapshot createSnapshot(String volume, String name) throws PeerCallException {
        Snapshot snapshot = call(
                "CreateSnapshot",
                () -> controller
                        .get()
                        .createSnapshot(CreateSnapshotRequest.newBuilder()
                                .setSourceVolumeId(volume)
                                .setName(name)
                                .build())
                        .getSnapshot());
        Timestamp created = snapshot.getCreationTime();
        return new TakenSnapshot(
                snapshot.getSnapshotId(),
                snapshot.getReadyToUse(),
                Instant.ofEpochSecond(created.getSeconds(), created.getNanos()));
    }

    @Override
    public void deleteSnapshot(String volume, String snapshot) throws PeerCallException {
        var _ = call(
                "DeleteSnapshot",
                () -> controller
                        .get()
                        .deleteSnapshot(DeleteSnapshotRequest.newBuilder()
                                .setSnapshotId(snapshot)
                                .build()));
    }

    @Override
    public void fence(String volume, long generation, String destination) throws PeerCallException {
        var _ = call(
                "Fence",
                () -> transfer.get()
                        .fence(FenceRequest.newBuilder()
                                .setVolumeId(volume)
                                .setGeneration(generation)
                                .setDestination(destination)
                                .build()));
    }

    @Override
    public Map<String, String> activate(String volume, long generation) throws PeerCallException {
        return call(
                "Activate",
                () -> transfer.get()
                        .activate(ActivateRequest.newBuilder()
                                .setVolumeId(volume)
                                .setGeneration(generation)
                                .build())
                        .getVolumeContextMap());
    }

    @Override
    public void abandon(String volume, long generation) throws PeerCallException {
        var _ = call(
                "AbandonReceive",
                () -> transfer.get()
                        .abandonReceive(AbandonReceiveRequest.newBuilder()
                                .setVolumeId(volume)
                                .setGeneration(generation)
                                .build()));
    }

    @Override
    public void delete(String volume, long generation) throws PeerCallException {
        var _ = deleteKeeping(volume, generation, "");
    }

    @Override
    public String deleteKeeping(String volume, long generation, String snapshotName) throws PeerCallException {
        return call(
                "DeleteCopy",
                () -> transfer.get()
                        .deleteCopy(DeleteCopyRequest.newBuilder()
                                .setVolumeId(volume)
                                .setGeneration(generation)
                                .setSnapshotName(snapshotName)
                                .build())
                        .getSnapshotId());
    }
}
