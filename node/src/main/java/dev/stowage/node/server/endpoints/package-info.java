/// What the node tells of itself and its pods.
@NullMarked
package dev.stowage.node.server.endpoints;

import org.jspecify.annotations.NullMarked;
