/// The Java runtime of the image: only the modules that are used.
@NullMarked
package dev.stowage.image.runtime;

import org.jspecify.annotations.NullMarked;
