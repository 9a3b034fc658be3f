/// `stowage image`: a container image without a container engine, from Debian packages, a Java runtime and our jars.
@NullMarked
package dev.stowage.image;

import org.jspecify.annotations.NullMarked;
