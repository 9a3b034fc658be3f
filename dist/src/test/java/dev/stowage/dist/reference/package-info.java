/// The reference pages beside the code that they are about.
@NullMarked
package dev.stowage.dist.reference;

import org.jspecify.annotations.NullMarked;
