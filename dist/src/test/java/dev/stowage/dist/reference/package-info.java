/// Compares the reference pages with the code that they document.
@NullMarked
package dev.stowage.dist.reference;

import org.jspecify.annotations.NullMarked;
