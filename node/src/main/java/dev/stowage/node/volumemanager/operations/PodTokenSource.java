package dev.stowage.node.volumemanager.operations;

import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.util.Map;

/// Provides the service account tokens that a driver requests for a pod.
@FunctionalInterface
public interface PodTokenSource {

    /// @return one attribute with all of them, or nothing
    Map<String, String> attributes(NodePod pod, CsiDriver driver) throws IOException, InterruptedException;
}
