/// Evicts pods that use more local storage than they may: the limits of emptyDir volumes and of containers.
@NullMarked
package dev.stowage.node.eviction;

import org.jspecify.annotations.NullMarked;
