package dev.stowage.k8s.names;

/// Annotations and labels that any object may have.
public final class ObjectAnnotations {
    public static final String LAST_APPLIED_CONFIGURATION = "kubectl.kubernetes.io/last-applied-configuration";

    private ObjectAnnotations() {}
}
