/// Nodes that fall silent, and what becomes of their pods.
@NullMarked
package dev.stowage.cluster.nodelifecycle;

import org.jspecify.annotations.NullMarked;
