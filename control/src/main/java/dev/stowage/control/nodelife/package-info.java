/// Nodes that fall silent, and what becomes of their pods.
@NullMarked
package dev.stowage.control.nodelife;

import org.jspecify.annotations.NullMarked;
