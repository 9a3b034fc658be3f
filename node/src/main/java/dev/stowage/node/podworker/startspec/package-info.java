/// Containers in the words of a runtime: what their pods say, with every reference looked up.
@NullMarked
package dev.stowage.node.podworker.startspec;

import org.jspecify.annotations.NullMarked;
