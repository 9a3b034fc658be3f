package dev.stowage.interop.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The driver definition for the specs: every capability that the driver has.
///
/// @param folder for the files
record DriverDefinition(Path folder) {

    static final String NAME = "local.stowage.dev";
    static final String TOPOLOGY = "topology." + NAME + "/node";

    /// Low enough to be reached by a spec, high enough for specs that run concurrently.
    static final int MOST_VOLUMES = 48;

    /// The file for `-storage.testdriver`.
    Path write() throws IOException {
        // Immediate binding, because some specs change claims without ever starting a pod.
        // xfs, because expanding a mounted ext4 needs CAP_SYS_RESOURCE, which a sandbox may lack.
        Path storage = Files.writeString(folder.resolve("storage-class.yaml"), """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: stowage-e2e}
                provisioner: %s
                parameters: {csi.storage.k8s.io/fstype: xfs}
                allowVolumeExpansion: true
                """.formatted(NAME));
        Path attributes = Files.writeString(folder.resolve("attributes-class.yaml"), """
                apiVersion: storage.k8s.io/v1
                kind: VolumeAttributesClass
                metadata: {name: stowage-e2e}
                driverName: %s
                parameters: {label.metal: tin}
                """.formatted(NAME));
        return Files.writeString(folder.resolve("driver.yaml"), """
                StorageClass: {FromFile: %1$s}
                SnapshotClass: {FromName: true}
                GroupSnapshotClass: {FromName: true}
                VolumeAttributesClass: {FromFile: %2$s}
                InlineVolumes:
                - Attributes: {size: 64Mi}
                DriverInfo:
                  Name: %3$s
                  SupportedSizeRange: {Min: 300Mi, Max: 4Gi}
                  SupportedFsType: {"": {}, ext4: {}, xfs: {}}
                  SupportedMountOption: {noatime: {}}
                  MaxFileSize: 104857600
                  TopologyKeys: [%4$s]
                  StressTestOptions: {NumPods: 5, NumRestarts: 3}
                  VolumeSnapshotStressTestOptions: {NumPods: 4, NumSnapshots: 3}
                  VolumeModifyStressTestOptions: {NumPods: 4}
                  VolumeGroupSnapshotStressTestOptions: {NumPods: 3, NumSnapshots: 3}
                  Capabilities:
                    persistence: true
                    block: true
                    fsGroup: true
                    volumeMountGroup: true
                    exec: true
                    snapshotDataSource: true
                    groupSnapshot: true
                    pvcDataSource: true
                    multipods: true
                    controllerExpansion: true
                    nodeExpansion: true
                    offlineExpansion: true
                    onlineExpansion: true
                    volumeLimits: true
                    singleNodeVolume: true
                    topology: true
                    capacity: true
                    readWriteOncePod: true
                    multiplePVsSameID: true
                """.formatted(storage, attributes, NAME, TOPOLOGY));
    }
}
