/// The pod garbage collector: pods that ended, and pods of nodes that no longer exist.
@NullMarked
package dev.stowage.cluster.podgc;

import org.jspecify.annotations.NullMarked;
