/// Drivers as separate processes: they can crash without affecting the rest, and are restarted.
@NullMarked
package dev.stowage.cli.up.process;

import org.jspecify.annotations.NullMarked;
