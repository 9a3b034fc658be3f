/// What an earlier life of this node, or a kubelet, has left mounted.
@NullMarked
package dev.stowage.node.volumemanager.reconstruct;

import org.jspecify.annotations.NullMarked;
