package dev.stowage.k8s.names;

/// Annotations of static pods and of their mirror pods in the API.
public final class StaticPodAnnotations {
    /// Of a mirror pod: the hash of its static pod.
    public static final String MIRROR = "kubernetes.io/config.mirror";

    public static final String HASH = "kubernetes.io/config.hash";

    /// Where the pod comes from: `file`.
    public static final String SOURCE = "kubernetes.io/config.source";

    /// When the node saw it first.
    public static final String SEEN = "kubernetes.io/config.seen";

    private StaticPodAnnotations() {}
}
