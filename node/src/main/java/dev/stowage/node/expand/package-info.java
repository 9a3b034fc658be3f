/// The node's part of making volumes larger: when, what the claim says meanwhile, and what follows from a
/// failure.
@NullMarked
package dev.stowage.node.expand;

import org.jspecify.annotations.NullMarked;
