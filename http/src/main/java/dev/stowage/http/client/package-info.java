/// An HTTP/1.1 client over pooled connections: requests and responses.
@NullMarked
package dev.stowage.http.client;

import org.jspecify.annotations.NullMarked;
