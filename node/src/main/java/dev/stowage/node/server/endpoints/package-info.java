/// The endpoints for pods, stats and metrics.
@NullMarked
package dev.stowage.node.server.endpoints;

import org.jspecify.annotations.NullMarked;
