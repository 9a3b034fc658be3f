package dev.stowage.node.stats;

import java.time.Instant;

/// The usage of one volume of a pod.
///
/// @param volume its name in the pod
/// @param claim the claim behind it; empty when there is none
/// @param abnormal whether the driver reports an abnormal condition
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
