/// Tar archives.
@NullMarked
package dev.stowage.linux.tar;

import org.jspecify.annotations.NullMarked;
