package dev.stowage.node.podworker;

/// Why a pod failed before its containers ended.
///
/// @param reason as in the pod status
record PodFailure(String reason, String message) {}
