/// Transfers over real connections, between fake drivers that keep bytes in memory.
@NullMarked
package dev.stowage.sidecar.mover.link;

import org.jspecify.annotations.NullMarked;
