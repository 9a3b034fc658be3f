package dev.stowage.explain.doctor.node;

import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.util.Optional;

/// The meaning of a path below the kubelet root directory.
///
/// @param root usually `/var/lib/kubelet`
record KubeletRootDir(Path root) {

    boolean holds(MountPoint mount) {
        return mount.target().startsWith(root) && !mount.target().equals(root);
    }

    /// The uid of the pod whose directory contains the path.
    Optional<String> pod(Path path) {
        Path pods = root.resolve("pods");
        return path.startsWith(pods) && path.getNameCount() > pods.getNameCount()
                ? Optional.of(path.getName(pods.getNameCount()).toString())
                : Optional.empty();
    }

    /// Whether it is a staging path.
    boolean isStaging(Path path) {
        return path.startsWith(root.resolve("plugins")) && path.endsWith("globalmount");
    }
}
