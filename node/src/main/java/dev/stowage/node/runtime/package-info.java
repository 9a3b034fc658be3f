/// The container runtime, as the rest of the node sees it.
@NullMarked
package dev.stowage.node.runtime;

import org.jspecify.annotations.NullMarked;
