/// The HTTPS server of the node: logs, exec, stats, metrics.
@NullMarked
package dev.stowage.node.server;

import org.jspecify.annotations.NullMarked;
