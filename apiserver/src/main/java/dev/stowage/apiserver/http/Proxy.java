package dev.stowage.apiserver.http;

import dev.stowage.apiserver.auth.User;
import dev.stowage.apiserver.engine.Target;
import dev.stowage.apiserver.failure.ApiException;
import java.io.IOException;

/// Answers what only a node can: the logs of a container, and commands in it.
@FunctionalInterface
public interface Proxy {
    /// Returns when the answer is complete.
    ///
    /// @param target a pod with one of the sub-resources `log`, `exec`, `attach`, `portforward`
    /// @throws ApiException before anything of the answer was sent
    void serve(Exchange exchange, Target target, User user) throws ApiException, IOException, InterruptedException;
}
