/// An HTTP/1.1 client over pooled connections: requests, responses, chunked bodies.
@NullMarked
package dev.stowage.http.client;

import org.jspecify.annotations.NullMarked;
