package dev.stowage.http.server;

import java.time.Duration;

/// How long a client may take.
///
/// @param handshake for the TLS handshake
/// @param idle between two requests
/// @param request to send a request, from its first byte to the last of its body
record ConnectionLimits(Duration handshake, Duration idle, Duration request) {
    /// Those of kube-apiserver, with the idle time of our clients.
    static final ConnectionLimits DEFAULT =
            new ConnectionLimits(Duration.ofSeconds(10), Duration.ofSeconds(120), Duration.ofSeconds(32));
}
