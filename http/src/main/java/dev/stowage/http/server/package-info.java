/// As much of HTTP/1.1 over TLS as a node needs: requests without a body, answers that may last, and connections that
/// turn into something else.
@NullMarked
package dev.stowage.http.server;

import org.jspecify.annotations.NullMarked;
