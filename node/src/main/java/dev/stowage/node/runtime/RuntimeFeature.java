package dev.stowage.node.runtime;

/// What a container runtime can do for a pod that asks for it. A pod that asks for more is refused, and never runs with
/// less.
public enum RuntimeFeature {
    /// `hostPID` and `hostIPC`.
    HOST_NAMESPACES,
    SHARED_PROCESS_NAMESPACE,
    /// The default seccomp profile of the runtime.
    SECCOMP,
    APP_ARMOR,
    SE_LINUX,
    SYSCTLS,
    /// Read-only mounts whose submounts are read-only, too.
    RECURSIVE_READ_ONLY,
    /// Supplemental groups from the pod spec only, not from the image.
    STRICT_SUPPLEMENTAL_GROUPS,
    /// Images that set the user of a container.
    IMAGE_USER
}
