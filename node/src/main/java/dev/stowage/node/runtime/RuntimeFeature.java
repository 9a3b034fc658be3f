package dev.stowage.node.runtime;

/// What a container runtime can do for a pod that asks for it. A pod that asks for more is refused, and never
/// runs with less.
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
    /// Containers from images, which have an entry point and a user. A runtime without it ignores the image of a
    /// container.
    IMAGES,
    /// Volumes with the files of an image.
    IMAGE_VOLUMES
}
