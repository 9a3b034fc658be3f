/// Drivers that are killed in the middle of a volume's life.
@NullMarked
package dev.stowage.interop.crash;

import org.jspecify.annotations.NullMarked;
