package dev.stowage.bench.driver;

import dev.stowage.bench.driver.DriverSubject.VolumeKind;
import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.csi.v1.VolumeContentSource;
import java.io.IOException;
import java.nio.file.Path;

/// The calls that an orchestrator makes to a driver.
public final class DriverClient {

    private static final long MIB = 1 << 20;

    private final ServedDriver servedDriver;
    private final ControllerGrpc.ControllerBlockingStub controller;
    private final NodeGrpc.NodeBlockingStub node;
    private final boolean stages;

    public DriverClient(ServedDriver servedDriver) {
        this.servedDriver = servedDriver;
        this.controller = ControllerGrpc.newBlockingStub(servedDriver.client().channel());
        this.node = NodeGrpc.newBlockingStub(servedDriver.client().channel());
        this.stages =
                node.nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance()).getCapabilitiesList().stream()
                        .anyMatch(one -> one.getRpc().getType() == NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
    }

    private static VolumeCapability capability(String fsType) {
        return VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.newBuilder().setFsType(fsType))
                .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.SINGLE_NODE_WRITER))
                .build();
    }

    private static CreateVolumeRequest.Builder creation(String name, VolumeKind volumeKind) {
        return CreateVolumeRequest.newBuilder()
                .setName(name)
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(volumeKind.mebibytes() * MIB))
                .putAllParameters(volumeKind.parameters())
                .addVolumeCapabilities(capability(volumeKind.fsType()));
    }

    public Volume create(String name, VolumeKind volumeKind) {
        return controller.createVolume(creation(name, volumeKind).build()).getVolume();
    }

    Volume create(String name, String fsType, long mebibytes) {
        return create(name, new VolumeKind("", fsType, mebibytes));
    }

    Volume copy(String name, String fsType, long mebibytes, Volume of) {
        return controller
                .createVolume(creation(name, new VolumeKind("", fsType, mebibytes))
                        .setVolumeContentSource(VolumeContentSource.newBuilder()
                                .setVolume(VolumeContentSource.VolumeSource.newBuilder()
                                        .setVolumeId(of.getVolumeId())))
                        .build())
                .getVolume();
    }

    void snapshot(String name, Volume of) {
        var _ = controller.createSnapshot(CreateSnapshotRequest.newBuilder()
                .setName(name)
                .setSourceVolumeId(of.getVolumeId())
                .build());
    }

    public void delete(Volume volume) {
        var _ = controller.deleteVolume(DeleteVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .build());
    }

    /// @param place a name for the paths, unique to this caller
    /// @return the target path
    public Path publish(Volume volume, String fsType, String place) throws IOException {
        Path staging = servedDriver.folder(place);
        Path target = staging.resolveSibling(place + "-target");
        if (stages) {
            var _ = node.nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                    .setVolumeId(volume.getVolumeId())
                    .setStagingTargetPath(staging.toString())
                    .setVolumeCapability(capability(fsType))
                    .putAllVolumeContext(volume.getVolumeContextMap())
                    .build());
        }
        NodePublishVolumeRequest.Builder publish = NodePublishVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setTargetPath(target.toString())
                .setVolumeCapability(capability(fsType))
                .putAllVolumeContext(volume.getVolumeContextMap());
        if (stages) {
            publish.setStagingTargetPath(staging.toString());
        }
        var _ = node.nodePublishVolume(publish.build());
        return target;
    }

    public void unpublish(Volume volume, String place) throws IOException {
        Path staging = servedDriver.folder(place);
        var _ = node.nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setTargetPath(staging.resolveSibling(place + "-target").toString())
                .build());
        if (stages) {
            var _ = node.nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                    .setVolumeId(volume.getVolumeId())
                    .setStagingTargetPath(staging.toString())
                    .build());
        }
    }
}
