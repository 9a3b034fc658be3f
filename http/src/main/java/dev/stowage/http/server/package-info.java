/// A small HTTP/1.1 server over TLS: requests without a body, long responses, and connections that are upgraded to
/// another protocol.
@NullMarked
package dev.stowage.http.server;

import org.jspecify.annotations.NullMarked;
