package dev.stowage.linux.btrfs;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The attributes of a btrfs subvolume.
///
/// @param id also the number of its qgroup
/// @param madeIn the transaction that created it; snapshots of one transaction show the same point in time
/// @param uuid of this subvolume
/// @param parent the UUID of the subvolume that it is a snapshot of
public record BtrfsSubvolume(
        long id, boolean readOnly, long madeIn, Instant madeAt, UUID uuid, Optional<UUID> parent) {}
