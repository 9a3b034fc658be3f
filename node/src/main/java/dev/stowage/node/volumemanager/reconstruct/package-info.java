/// Finds the volumes that an earlier run of this node, or a kubelet, left mounted.
@NullMarked
package dev.stowage.node.volumemanager.reconstruct;

import org.jspecify.annotations.NullMarked;
