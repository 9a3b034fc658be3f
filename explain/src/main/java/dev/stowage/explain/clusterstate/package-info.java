/// The cluster at one moment, as far as volumes are concerned.
@NullMarked
package dev.stowage.explain.clusterstate;

import org.jspecify.annotations.NullMarked;
