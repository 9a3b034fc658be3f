/// Looking at servers that hold much, or show little.
@NullMarked
package dev.stowage.explain.picture;

import org.jspecify.annotations.NullMarked;
