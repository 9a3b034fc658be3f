package dev.stowage.testkit;

import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.csi.v1.VolumeCapability.BlockVolume;
import dev.stowage.csi.v1.VolumeCapability.MountVolume;

/// Valid requests that rules modify.
final class SampleRequests {

    private SampleRequests() {}

    static CreateVolumeRequest.Builder volume(Trial trial, String name) {
        CreateVolumeRequest.Builder request = CreateVolumeRequest.newBuilder()
                .setName(name)
                .setCapacityRange(atLeast(trial.driver().volumeBytes()))
                .addVolumeCapabilities(mount(trial))
                .putAllParameters(trial.driver().parameters())
                .putAllSecrets(trial.driver().secrets());
        if (trial.has(CsiCapability.VOLUME_ACCESSIBILITY_CONSTRAINTS)) {
            // Accessible from this node, otherwise the node's rules could not publish the volume.
            request.setAccessibilityRequirements(TopologyRequirement.newBuilder()
                    .addRequisite(trial.node().getAccessibleTopology())
                    .addPreferred(trial.node().getAccessibleTopology()));
        }
        return request;
    }

    static CapacityRange atLeast(long bytes) {
        return CapacityRange.newBuilder().setRequiredBytes(bytes).build();
    }

    static CapacityRange between(long required, long limit) {
        return CapacityRange.newBuilder()
                .setRequiredBytes(required)
                .setLimitBytes(limit)
                .build();
    }

    static VolumeCapability mount(Trial trial) {
        return mount(trial, Mode.SINGLE_NODE_WRITER);
    }

    static VolumeCapability mount(Trial trial, Mode mode) {
        return VolumeCapability.newBuilder()
                .setMount(MountVolume.newBuilder().setFsType(trial.driver().fsType()))
                .setAccessMode(AccessMode.newBuilder().setMode(mode))
                .build();
    }

    static VolumeCapability block() {
        return VolumeCapability.newBuilder()
                .setBlock(BlockVolume.getDefaultInstance())
                .setAccessMode(AccessMode.newBuilder().setMode(Mode.SINGLE_NODE_WRITER))
                .build();
    }
}
