package dev.stowage.explain.cause;

import dev.stowage.explain.picture.Thing;

/// What nodes tell about themselves.
public final class Nodes {
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    private Nodes() {}

    public static boolean isReady(Thing node) {
        return readiness(node).equals("True");
    }

    /// `True`, `False`, `Unknown` when its kubelet is silent, or empty.
    public static String readiness(Thing node) {
        return node.condition("Ready")
                .map(ready -> ready.path("status").asText(""))
                .orElse("");
    }

    /// Its kubelet still has the volume mounted, or is about to.
    public static boolean uses(Thing node, Thing volume) {
        String name = uniqueName(volume);
        return !name.isEmpty()
                && node.list("/status/volumesInUse")
                        .anyMatch(each -> each.asText("").equals(name));
    }

    /// Empty for volumes of other kinds.
    public static String uniqueName(Thing volume) {
        String driver = volume.text("/spec/csi/driver");
        return driver.isEmpty() ? "" : "kubernetes.io/csi/" + driver + "^" + volume.text("/spec/csi/volumeHandle");
    }

    public static boolean isOutOfService(Thing node) {
        return node.list("/spec/taints")
                .anyMatch(taint -> taint.path("key").asText("").equals(OUT_OF_SERVICE));
    }
}
