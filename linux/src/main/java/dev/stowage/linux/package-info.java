/// Linux system calls for storage: mounts, loop devices, clones, allocation, freezing, paths beneath a descriptor.
///
/// Everything goes through the Foreign Function API; a failed call is a [LinuxException] that keeps the error
/// number.
@NullMarked
package dev.stowage.linux;

import org.jspecify.annotations.NullMarked;
