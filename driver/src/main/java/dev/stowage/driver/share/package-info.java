/// Shares that the driver mounts itself: what they are, their mounts, and calls that a dead server cannot hold up.
@NullMarked
package dev.stowage.driver.share;

import org.jspecify.annotations.NullMarked;
