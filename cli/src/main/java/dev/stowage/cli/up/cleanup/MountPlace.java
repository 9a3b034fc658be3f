package dev.stowage.cli.up.cleanup;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// The places in a data directory at which a cluster mounts something, in the order in which they can be
/// unmounted.
enum MountPlace {
    /// A part of a volume, which may be any directory of the machine.
    SUB_PATH("nodes/*/pods/*/volume-subpaths/*/*/*"),
    /// The node of a raw device: staged, published and mapped.
    RAW_DEVICE(
            "nodes/*/plugins/kubernetes.io/csi/volumeDevices/staging/*/stowage-device",
            "nodes/*/plugins/kubernetes.io/csi/volumeDevices/publish/*/*",
            "nodes/*/plugins/kubernetes.io/csi/volumeDevices/*/dev/*",
            "drivers/*/*/notes/*/staging/*/stowage-device"),
    /// The node of a raw device behind a local volume.
    RAW_LOCAL_DEVICE("nodes/*/plugins/kubernetes.io~local-volume/volumeDevices/*/*"),
    PUBLISHED_VOLUME("nodes/*/pods/*/volumes/kubernetes.io~csi/*/mount"),
    LOCAL_VOLUME("nodes/*/pods/*/volumes/kubernetes.io~local-volume/*"),
    NFS_VOLUME("nodes/*/pods/*/volumes/kubernetes.io~nfs/*"),
    /// emptyDir with medium Memory, secret, projected.
    VOLUME_IN_MEMORY("nodes/*/pods/*/volumes/*/*"),
    STAGED_VOLUME("nodes/*/plugins/kubernetes.io/csi/*/*/globalmount", "drivers/*/*/notes/*/staging/*"),
    /// The file system of a local volume, for all pods.
    LOCAL_DEVICE("nodes/*/plugins/kubernetes.io/local-volume/mounts/*"),
    /// A pool in a file.
    POOL("drivers/*/*/*/mounted"),
    /// A directory that had to be a mount point.
    SELF_BIND("shared", "nodes/*");

    private final Pattern paths;

    MountPlace(String... paths) {
        this.paths = Pattern.compile(String.join("|", paths).replace(".", "\\.").replace("*", "[^/]+"));
    }

    /// @param path relative to the data directory
    static Optional<MountPlace> of(Path path) {
        return Arrays.stream(values())
                .filter(place -> place.paths.matcher(path.toString()).matches())
                .findFirst();
    }
}
