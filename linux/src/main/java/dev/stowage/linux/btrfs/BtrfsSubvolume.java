package dev.stowage.linux.btrfs;

import java.time.Instant;

/// What btrfs knows of a subvolume.
///
/// @param id also the number of its qgroup
/// @param madeIn the transaction that made it: snapshots made in one transaction show one instant
public record BtrfsSubvolume(long id, boolean readOnly, long madeIn, Instant madeAt) {}
