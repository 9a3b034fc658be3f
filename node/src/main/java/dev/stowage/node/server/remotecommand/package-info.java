/// Commands in containers, for somebody who watches: over WebSocket, or passed on to the runtime's own server.
@NullMarked
package dev.stowage.node.server.remotecommand;

import org.jspecify.annotations.NullMarked;
