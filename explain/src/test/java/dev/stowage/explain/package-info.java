/// The whole engine on objects that were written down.
@NullMarked
package dev.stowage.explain;

import org.jspecify.annotations.NullMarked;
