package dev.stowage.control.attachdetach;

import java.time.Duration;

/// @param force whether a volume may be detached from a node that still uses it after a timeout
/// @param forceAfter how long a node must be not ready, with a volume that no pod uses there any more, before
///     that
/// @param period interval between resyncs of all volumes and nodes
/// @param resyncs whether there are resyncs at all
public record AttachDetachOptions(boolean force, Duration forceAfter, Duration period, boolean resyncs) {}
