package dev.stowage.control.attachdetach;

/// How far the detach of an attachment has progressed. A kubelet mounts a volume only after it has written
/// `volumesInUse` and then read the volume in `volumesAttached`. We detach only after we have removed it from
/// `volumesAttached` and then read that it is not in `volumesInUse`. Whichever comes first, the other side
/// sees it.
///
/// Two workers share this: the volume's worker requests and deletes, the node's worker clears.
enum DetachPhase {
    /// It may be reported as attached.
    NONE,
    /// The node's status must no longer report it as attached.
    ASKED,
    /// The status no longer reports it, and the node was read from the server since then.
    CLEARED,
    /// Its deletion was requested, or may have been.
    LET_GO
}
