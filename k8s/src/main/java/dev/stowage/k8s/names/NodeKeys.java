package dev.stowage.k8s.names;

/// Labels, taints and annotations of nodes.
public final class NodeKeys {
    public static final String HOSTNAME = "kubernetes.io/hostname";
    public static final String OS = "kubernetes.io/os";
    public static final String ARCH = "kubernetes.io/arch";

    public static final String TOPOLOGY_ZONE = "topology.kubernetes.io/zone";
    public static final String TOPOLOGY_REGION = "topology.kubernetes.io/region";
    public static final String BETA_ZONE = "failure-domain.beta.kubernetes.io/zone";
    public static final String BETA_REGION = "failure-domain.beta.kubernetes.io/region";

    /// What the taints of the node life-cycle controller start with.
    public static final String TAINT_PREFIX = "node.kubernetes.io/";

    public static final String NOT_READY = TAINT_PREFIX + "not-ready";
    public static final String UNREACHABLE = TAINT_PREFIX + "unreachable";
    public static final String OUT_OF_SERVICE = TAINT_PREFIX + "out-of-service";
    public static final String UNSCHEDULABLE = TAINT_PREFIX + "unschedulable";
    public static final String MEMORY_PRESSURE = TAINT_PREFIX + "memory-pressure";
    public static final String DISK_PRESSURE = TAINT_PREFIX + "disk-pressure";
    public static final String PID_PRESSURE = TAINT_PREFIX + "pid-pressure";
    public static final String NETWORK_UNAVAILABLE = TAINT_PREFIX + "network-unavailable";

    /// An annotation: the attach/detach controller attaches volumes for this node.
    public static final String CONTROLLER_MANAGED_ATTACH_DETACH =
            "volumes.kubernetes.io/controller-managed-attach-detach";

    private NodeKeys() {}
}
