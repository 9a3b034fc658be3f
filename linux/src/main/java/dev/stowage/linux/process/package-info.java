/// Exits, signals, namespaces and terminals of other processes; the capabilities of this process.
@NullMarked
package dev.stowage.linux.process;

import org.jspecify.annotations.NullMarked;
