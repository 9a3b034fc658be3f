/// The programs and libraries of the image, taken from Debian packages.
@NullMarked
package dev.stowage.image.debian;

import org.jspecify.annotations.NullMarked;
