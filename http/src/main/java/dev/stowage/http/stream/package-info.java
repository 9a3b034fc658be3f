/// Streams over one upgraded connection: WebSocket and SPDY/3.1 with the channels of Kubernetes.
@NullMarked
package dev.stowage.http.stream;

import org.jspecify.annotations.NullMarked;
