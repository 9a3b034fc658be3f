package dev.stowage.node.serve.http;

import java.io.IOException;

/// Answers requests.
@FunctionalInterface
public interface Handler {

    /// Returns when the answer is complete.
    ///
    /// @throws Refusal before anything of the answer was sent
    void answer(Exchange exchange) throws IOException, Refusal, InterruptedException;
}
