package dev.stowage.control.attachdetach;

import java.time.Duration;

/// @param force whether a volume is ever detached from a node that has not let go of it because of time alone
/// @param forceAfter how long a node has to be not ready, with a volume that nobody wants there any more, before that
/// @param period how often everything is looked at again
/// @param resyncs whether that happens at all
public record AttachDetachOptions(boolean force, Duration forceAfter, Duration period, boolean resyncs) {}
