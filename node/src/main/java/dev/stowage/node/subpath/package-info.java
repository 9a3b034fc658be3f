/// Parts of volumes, resolved beneath a descriptor, so that no link leads out of the volume.
@NullMarked
package dev.stowage.node.subpath;

import org.jspecify.annotations.NullMarked;
