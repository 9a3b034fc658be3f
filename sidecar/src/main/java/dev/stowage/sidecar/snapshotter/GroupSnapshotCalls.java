package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GroupControllerServiceCapability.RPC;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import dev.stowage.sidecar.driver.Driver;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The group snapshot calls of the driver. All of them may throw [io.grpc.StatusRuntimeException].
final class GroupSnapshotCalls {
    private final Driver driver;
    private final Duration timeout;

    GroupSnapshotCalls(Driver driver, Duration timeout) {
        this.driver = driver;
        this.timeout = timeout;
    }

    boolean canCreate() {
        return driver.hasGroup(RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT);
    }

    VolumeGroupSnapshot create(
            String name, List<String> volumes, Map<String, String> parameters, Map<String, String> secrets) {
        return driver.groupController(timeout)
                .createVolumeGroupSnapshot(CreateVolumeGroupSnapshotRequest.newBuilder()
                        .setName(name)
                        .addAllSourceVolumeIds(volumes)
                        .putAllParameters(parameters)
                        .putAllSecrets(secrets)
                        .build())
                .getGroupSnapshot();
    }

    VolumeGroupSnapshot get(String handle, List<String> members, Map<String, String> secrets) {
        return driver.groupController(timeout)
                .getVolumeGroupSnapshot(GetVolumeGroupSnapshotRequest.newBuilder()
                        .setGroupSnapshotId(handle)
                        .addAllSnapshotIds(members)
                        .putAllSecrets(secrets)
                        .build())
                .getGroupSnapshot();
    }

    void delete(String handle, List<String> members, Map<String, String> secrets) {
        var _ = driver.groupController(timeout)
                .deleteVolumeGroupSnapshot(DeleteVolumeGroupSnapshotRequest.newBuilder()
                        .setGroupSnapshotId(handle)
                        .addAllSnapshotIds(members)
                        .putAllSecrets(secrets)
                        .build());
    }
}
