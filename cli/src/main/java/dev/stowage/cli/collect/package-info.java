/// `stowage collect`: everything that `explain` needs, in one file without secrets.
@NullMarked
package dev.stowage.cli.collect;

import org.jspecify.annotations.NullMarked;
