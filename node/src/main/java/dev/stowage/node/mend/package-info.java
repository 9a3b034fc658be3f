/// Mounts that died under running pods.
@NullMarked
package dev.stowage.node.mend;

import org.jspecify.annotations.NullMarked;
