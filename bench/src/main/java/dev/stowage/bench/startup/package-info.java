/// How long a command takes from the shell's point of view.
@NullMarked
package dev.stowage.bench.startup;

import org.jspecify.annotations.NullMarked;
