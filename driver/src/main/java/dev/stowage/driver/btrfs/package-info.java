/// Volumes as subvolumes of btrfs, with a limit each and snapshots in constant time.
@NullMarked
package dev.stowage.driver.btrfs;

import org.jspecify.annotations.NullMarked;
