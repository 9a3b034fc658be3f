/// The connection between the movers of two nodes, and the transfer of a volume over it.
@NullMarked
package dev.stowage.sidecar.mover.link;

import org.jspecify.annotations.NullMarked;
