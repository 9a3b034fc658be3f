package dev.stowage.node.podworker;

/// Why a pod is over before its containers are.
///
/// @param reason as in the pod's status
record PodFailure(String reason, String message) {}
