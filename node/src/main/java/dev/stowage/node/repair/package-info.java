/// Detection of mounts that died under running pods.
@NullMarked
package dev.stowage.node.repair;

import org.jspecify.annotations.NullMarked;
