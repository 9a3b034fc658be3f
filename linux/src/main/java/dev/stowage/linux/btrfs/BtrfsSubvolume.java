package dev.stowage.linux.btrfs;

import java.time.Instant;

/// The attributes of a btrfs subvolume.
///
/// @param id also the number of its qgroup
/// @param madeIn the transaction that created it; snapshots of one transaction show the same point in time
public record BtrfsSubvolume(long id, boolean readOnly, long madeIn, Instant madeAt) {}
