/// The backends that this machine supports, and the pools of the drivers for them.
@NullMarked
package dev.stowage.cli.up.backend;

import org.jspecify.annotations.NullMarked;
