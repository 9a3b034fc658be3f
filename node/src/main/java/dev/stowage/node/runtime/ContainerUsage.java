package dev.stowage.node.runtime;

import java.time.Duration;
import java.time.Instant;

/// What a running container uses.
///
/// @param container its name in the pod
/// @param processor the processor time since its start
/// @param memory in bytes
public record ContainerUsage(
        String podUid,
        String namespace,
        String pod,
        String container,
        Instant since,
        Duration processor,
        long memory) {}
