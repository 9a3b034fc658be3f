/// What a cluster leaves on its machine while it runs, and how that is taken away.
@NullMarked
package dev.stowage.cli.up.trace;

import org.jspecify.annotations.NullMarked;
