package dev.stowage.http.client;

import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the server said.
///
/// @param retryAfter when to ask again; null when it did not say
public record ClientResponse(int status, @Nullable Duration retryAfter, InputStream body) {}
