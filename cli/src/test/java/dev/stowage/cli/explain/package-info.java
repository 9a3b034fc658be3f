/// Situations made for real on the whole stack, and explained.
@NullMarked
package dev.stowage.cli.explain;

import org.jspecify.annotations.NullMarked;
