/// Requests and answers: paths, negotiation, limits, streams.
@NullMarked
package dev.stowage.apiserver.endpoints;

import org.jspecify.annotations.NullMarked;
