/// Which ways of keeping volumes this machine has, and the drivers' pools for them.
@NullMarked
package dev.stowage.cli.up.backend;

import org.jspecify.annotations.NullMarked;
