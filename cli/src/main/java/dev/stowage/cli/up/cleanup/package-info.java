/// What a cluster leaves on its machine while it runs, and how that is taken away.
@NullMarked
package dev.stowage.cli.up.cleanup;

import org.jspecify.annotations.NullMarked;
