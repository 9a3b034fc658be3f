package dev.stowage.kube.api;

import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the server said.
///
/// @param retryAfter when to ask again; null when it did not say
record Answer(int status, @Nullable Duration retryAfter, InputStream body) {}
