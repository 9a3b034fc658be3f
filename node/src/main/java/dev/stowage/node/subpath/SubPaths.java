package dev.stowage.node.subpath;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import java.io.IOException;
import java.nio.file.Path;

/// Prepares the subPaths of volumes for containers. Thread-safe.
public interface SubPaths {

    /// Bind-mounts a subPath of a volume at a path that the user of the container cannot change. Idempotent.
    ///
    /// @param mount the index of the volume mount in the container
    /// @param subPath relative; created when it is missing
    /// @return the path to mount into the container
    /// @throws IOException with a text for the user
    Path prepare(NodePod pod, String container, int mount, HostVolume volume, String subPath) throws IOException;

    /// Unmounts all subPaths of a pod.
    void release(String podUid) throws IOException;
}
