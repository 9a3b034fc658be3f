/// The cluster at one moment, as far as volumes are concerned.
@NullMarked
package dev.stowage.explain.picture;

import org.jspecify.annotations.NullMarked;
