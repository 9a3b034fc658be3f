package dev.stowage.control.attachdetach;

/// How far an attachment is on its way out. A kubelet mounts a volume only after it has written that it is
/// about to and
/// then read that it is attached; we detach it only after we have unwritten the latter and then read that the
/// former is
/// not so. Whichever comes first, the other sees it.
///
/// Two workers share this: that of the volume asks and removes, that of the node clears.
enum DetachPhase {
    /// It may be told as attached.
    NONE,
    /// The node's status shall no longer tell it as attached.
    ASKED,
    /// The status tells it no longer, and the node was read from the server since.
    CLEARED,
    /// Its removal has been asked for, or may have been.
    LET_GO
}
