/// The whole system in one process, for a laptop.
@NullMarked
package dev.stowage.cli.up;

import org.jspecify.annotations.NullMarked;
