package dev.stowage.http.client;

import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The response of the server.
///
/// @param retryAfter when to try again; null when the server did not say
public record ClientResponse(int status, @Nullable Duration retryAfter, InputStream body) {}
