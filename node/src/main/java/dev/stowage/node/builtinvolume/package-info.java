/// Volumes that need no driver: the node makes them by itself.
@NullMarked
package dev.stowage.node.builtinvolume;

import org.jspecify.annotations.NullMarked;
