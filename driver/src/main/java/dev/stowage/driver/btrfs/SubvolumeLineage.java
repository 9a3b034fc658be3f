package dev.stowage.driver.btrfs;

import dev.stowage.linux.btrfs.BtrfsSubvolume;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// What two subvolumes have in common. Pure.
///
/// Names say nothing here: a volume that was deleted and created again has the same id, other files, and the same inode
/// numbers. So only the kernel's UUIDs count.
final class SubvolumeLineage {

    private SubvolumeLineage() {}

    /// Up to which transaction a subvolume and its base had the same content, when the base has not changed since: an
    /// inode that both have, and that no later transaction changed, is the same. Empty when they have nothing in
    /// common, or not enough is known.
    static OptionalLong commonUntil(BtrfsSubvolume base, BtrfsSubvolume tree) {
        Optional<UUID> own = Optional.of(base.uuid());
        if (tree.parent().equals(own)) {
            return OptionalLong.of(tree.madeIn());
        }
        boolean isOfTree = base.parent().equals(Optional.of(tree.uuid()));
        boolean areSiblings = base.parent().isPresent() && base.parent().equals(tree.parent());
        return base.readOnly() && (isOfTree || areSiblings) ? OptionalLong.of(base.madeIn()) : OptionalLong.empty();
    }
}
