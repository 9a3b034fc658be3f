/// Block devices: loop devices, sizes, signatures, extents of files.
@NullMarked
package dev.stowage.linux.block;

import org.jspecify.annotations.NullMarked;
