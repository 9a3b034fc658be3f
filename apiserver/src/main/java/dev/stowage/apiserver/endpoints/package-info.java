/// HTTP requests and responses: paths, content negotiation, limits, streams, tables.
@NullMarked
package dev.stowage.apiserver.endpoints;

import org.jspecify.annotations.NullMarked;
