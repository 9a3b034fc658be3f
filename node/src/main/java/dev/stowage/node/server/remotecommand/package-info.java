/// Exec and attach: over WebSocket or SPDY, or proxied to the streaming server of the CRI runtime.
@NullMarked
package dev.stowage.node.server.remotecommand;

import org.jspecify.annotations.NullMarked;
