/// btrfs: subvolumes, snapshots, quota groups.
@NullMarked
package dev.stowage.linux.btrfs;

import org.jspecify.annotations.NullMarked;
