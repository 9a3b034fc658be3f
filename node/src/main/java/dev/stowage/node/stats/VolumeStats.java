package dev.stowage.node.stats;

import java.time.Instant;

/// How full one volume of a pod is.
///
/// @param volume its name in the pod
/// @param claim the claim behind it; empty when there is none
/// @param abnormal whether the driver says that something is wrong with it
public record VolumeStats(
        String podUid,
        String namespace,
        String volume,
        String claim,
        long availableBytes,
        long capacityBytes,
        long usedBytes,
        long inodes,
        long inodesFree,
        long inodesUsed,
        boolean abnormal,
        Instant at) {}
