package dev.stowage.node.volumemanager.operations;

import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.util.Map;

/// Tokens of a pod's account, as a driver asked for them.
@FunctionalInterface
public interface PodTokenSource {

    /// @return one attribute with all of them, or nothing
    Map<String, String> attributes(NodePod pod, CsiDriver driver) throws IOException, InterruptedException;
}
