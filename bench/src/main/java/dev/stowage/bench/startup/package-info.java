/// The wall time of short commands.
@NullMarked
package dev.stowage.bench.startup;

import org.jspecify.annotations.NullMarked;
