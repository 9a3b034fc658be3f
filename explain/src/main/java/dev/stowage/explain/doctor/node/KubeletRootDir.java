package dev.stowage.explain.doctor.node;

import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.util.Optional;

/// What a path below the kubelet's folder stands for.
///
/// @param root usually `/var/lib/kubelet`
record KubeletRootDir(Path root) {

    boolean holds(MountPoint mount) {
        return mount.target().startsWith(root) && !mount.target().equals(root);
    }

    /// The uid of the pod whose folder it is in.
    Optional<String> pod(Path path) {
        Path pods = root.resolve("pods");
        return path.startsWith(pods) && path.getNameCount() > pods.getNameCount()
                ? Optional.of(path.getName(pods.getNameCount()).toString())
                : Optional.empty();
    }

    /// Where a driver brought a volume before any pod got it.
    boolean isStaging(Path path) {
        return path.startsWith(root.resolve("plugins")) && path.endsWith("globalmount");
    }
}
