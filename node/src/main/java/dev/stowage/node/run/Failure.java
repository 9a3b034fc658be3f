package dev.stowage.node.run;

/// Why a pod is over before its containers are.
///
/// @param reason as in the pod's status
record Failure(String reason, String message) {}
