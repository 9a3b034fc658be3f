/// Mounting and unmounting file systems.
@NullMarked
package dev.stowage.linux.mount;

import org.jspecify.annotations.NullMarked;
