package dev.stowage.http.server;

import java.io.IOException;

/// Answers requests.
@FunctionalInterface
public interface HttpHandler {

    /// Returns when the answer is complete.
    ///
    /// @throws Refusal before anything of the answer was sent
    void handle(HttpExchange httpExchange) throws IOException, HttpException, InterruptedException;
}
