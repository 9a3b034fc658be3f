package dev.stowage.http.server;

import java.io.IOException;

/// Handles requests.
@FunctionalInterface
public interface HttpHandler {

    /// Returns when the response is complete.
    ///
    /// @throws HttpException before any part of the response was sent
    void handle(HttpExchange exchange) throws IOException, HttpException, InterruptedException;
}
