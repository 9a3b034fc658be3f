/// Looking at servers that hold much, or show little.
@NullMarked
package dev.stowage.explain.clusterstate;

import org.jspecify.annotations.NullMarked;
