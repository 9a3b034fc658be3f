package dev.stowage.node.podworker.podfeatures;

/// Something that a pod asks for and this node does not give. Where it is reported is where the kubelet reports it.
public sealed interface UnsupportedFeature {

    /// A sentence for the user.
    String message();

    /// The pod is rejected, and its phase is Failed.
    ///
    /// @param reason as in the pod status
    record OfPod(String reason, String message) implements UnsupportedFeature {}

    /// The sandbox of the pod is not created.
    record OfSandbox(String message) implements UnsupportedFeature {}

    /// The container is not created.
    record OfContainer(String container, String message) implements UnsupportedFeature {}
}
