/// What the node tells of itself and its pods.
@NullMarked
package dev.stowage.node.serve.page;

import org.jspecify.annotations.NullMarked;
