package dev.stowage.explain.cause;

import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.names.NodeKeys;

/// Conditions of nodes.
public final class NodeConditions {

    private NodeConditions() {}

    public static boolean isReady(KubeResource node) {
        return readiness(node).equals("True");
    }

    /// `True`, `False`, `Unknown` when its kubelet is silent, or empty.
    public static String readiness(KubeResource node) {
        return node.condition("Ready")
                .map(ready -> ready.path("status").asText(""))
                .orElse("");
    }

    /// Its kubelet still has the volume mounted, or is about to.
    public static boolean uses(KubeResource node, KubeResource volume) {
        String name = uniqueName(volume);
        return !name.isEmpty()
                && node.list("/status/volumesInUse")
                        .anyMatch(each -> each.asText("").equals(name));
    }

    /// Empty for volumes of other kinds.
    public static String uniqueName(KubeResource volume) {
        String driver = volume.text("/spec/csi/driver");
        return driver.isEmpty()
                ? ""
                : CsiKeys.UNIQUE_VOLUME_NAME_PREFIX + driver + "^" + volume.text("/spec/csi/volumeHandle");
    }

    public static boolean isOutOfService(KubeResource node) {
        return node.list("/spec/taints")
                .anyMatch(taint -> taint.path("key").asText("").equals(NodeKeys.OUT_OF_SERVICE));
    }
}
