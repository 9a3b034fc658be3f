/// The programs and libraries of the image, picked out of Debian packages.
@NullMarked
package dev.stowage.image.debian;

import org.jspecify.annotations.NullMarked;
