package dev.stowage.node.volume.call;

import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.spec.NodePod;
import java.io.IOException;
import java.util.Map;

/// Tokens of a pod's account, as a driver asked for them.
@FunctionalInterface
public interface PodTokens {

    /// @return one attribute with all of them, or nothing
    Map<String, String> attributes(NodePod pod, CsiDriver driver) throws IOException, InterruptedException;
}
