package dev.stowage.node.subpath;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import java.io.IOException;
import java.nio.file.Path;

/// Parts of volumes for containers. Thread-safe.
public interface SubPaths {

    /// Binds a part of a volume to a place that the container's user cannot change. Harmless to repeat.
    ///
    /// @param mount which of the container's mounts it is
    /// @param subPath relative; made when it is missing
    /// @return what to mount into the container
    /// @throws IOException with a sentence for the user
    Path prepare(NodePod pod, String container, int mount, HostVolume volume, String subPath) throws IOException;

    /// Takes all of a pod's away.
    void release(String podUid) throws IOException;
}
