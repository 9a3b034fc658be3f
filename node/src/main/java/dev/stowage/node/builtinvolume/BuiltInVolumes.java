package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import java.io.IOException;

/// Volumes that need no driver: emptyDir, hostPath, configMap, secret, projected, downwardAPI. Thread-safe.
public interface BuiltInVolumes {

    /// @param volume as in the pod's list
    boolean knows(JsonNode volume);

    /// Makes it, or brings it up to date when it is there: configuration changes under a running pod. Harmless to
    /// repeat.
    ///
    /// @throws IOException with a sentence for the user; to be tried again
    HostVolume setUp(NodePod pod, JsonNode volume) throws IOException, InterruptedException;

    /// Whether what it shows may change while the pod runs, so that it has to be set up again from time to time.
    boolean changes(JsonNode volume);

    /// Removes a volume of a pod whose spec is not known any more; its directory says what it is.
    ///
    /// @param plugin the name of the directory, such as `kubernetes.io~empty-dir`
    void tearDown(String podUid, String plugin, String name) throws IOException;

    /// @param plugin as the directory has it
    boolean owns(String plugin);
}
