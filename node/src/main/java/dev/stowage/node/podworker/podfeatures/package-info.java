/// What a pod asks of the node, and the refusal of what the node does not give.
@NullMarked
package dev.stowage.node.podworker.podfeatures;

import org.jspecify.annotations.NullMarked;
