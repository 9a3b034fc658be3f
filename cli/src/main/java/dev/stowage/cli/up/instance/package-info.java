/// Which `stowage up` runs where: the file in its folder, the lock on that, and the list of all that run.
@NullMarked
package dev.stowage.cli.up.instance;

import org.jspecify.annotations.NullMarked;
