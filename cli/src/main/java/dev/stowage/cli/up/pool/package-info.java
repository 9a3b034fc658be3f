/// Which ways of keeping volumes this machine has, and the drivers' pools for them.
@NullMarked
package dev.stowage.cli.up.pool;

import org.jspecify.annotations.NullMarked;
