/// Requests and answers: paths, negotiation, limits, streams.
@NullMarked
package dev.stowage.apiserver.http;

import org.jspecify.annotations.NullMarked;
