/// Reads from servers with many objects or few permissions.
@NullMarked
package dev.stowage.explain.clusterstate;

import org.jspecify.annotations.NullMarked;
