package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import java.io.IOException;

/// Volumes that need no driver: emptyDir, hostPath, local, nfs, configMap, secret, projected, downwardAPI.
/// Thread-safe.
public interface BuiltInVolumes {

    /// @param volume as in the pod's list
    boolean knows(JsonNode volume);

    /// Creates the volume, or updates it: the content can change while the pod runs. Idempotent.
    ///
    /// @throws IOException with a message for the user; to be retried
    HostVolume setUp(NodePod pod, BuiltInVolume volume) throws IOException, InterruptedException;

    /// Whether its content may change while the pod runs, so that it must be updated periodically.
    boolean changes(BuiltInVolume volume);

    /// Removes a volume of a pod whose spec is no longer known; the directory name shows its type.
    ///
    /// @param plugin the name of the directory, such as `kubernetes.io~empty-dir`
    void tearDown(String podUid, String plugin, String name) throws IOException;

    /// Unmaps the raw devices of a pod whose spec is no longer known.
    void unmapDevices(String podUid) throws IOException;

    /// @param plugin the directory name
    boolean owns(String plugin);
}
