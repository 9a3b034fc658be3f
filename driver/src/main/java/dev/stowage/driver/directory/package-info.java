/// Volumes as plain directories, for pools without reflink or btrfs.
@NullMarked
package dev.stowage.driver.directory;

import org.jspecify.annotations.NullMarked;
