/// The node's part of volume expansion: when to expand, the status of the claim, and the handling of failures.
@NullMarked
package dev.stowage.node.expand;

import org.jspecify.annotations.NullMarked;
