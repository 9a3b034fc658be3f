/// The actual volumes: what is mounted on this node, as far as it is known.
@NullMarked
package dev.stowage.node.volumemanager.actual;

import org.jspecify.annotations.NullMarked;
