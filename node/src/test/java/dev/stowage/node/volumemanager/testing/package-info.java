/// Fixtures of the volume manager: a driver in its own process, a cluster, and a Node object.
@NullMarked
package dev.stowage.node.volumemanager.testing;

import org.jspecify.annotations.NullMarked;
