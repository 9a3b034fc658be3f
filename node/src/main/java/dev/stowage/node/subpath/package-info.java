/// The subPath of volume mounts, resolved beneath a directory descriptor, so that no link leads out of the volume.
@NullMarked
package dev.stowage.node.subpath;

import org.jspecify.annotations.NullMarked;
