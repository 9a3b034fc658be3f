package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import java.io.IOException;

/// Handles requests that a kubelet must answer: container logs, exec, attach and port-forward.
@FunctionalInterface
public interface NodeProxy {
    /// Returns when the response is complete.
    ///
    /// @param exchange a pod with one of the sub-resources `log`, `exec`, `attach`, `portforward`
    /// @throws ApiException before any part of the response was sent
    void serve(RequestExchange exchange, RequestTarget target, UserInfo userInfo)
            throws ApiException, IOException, InterruptedException;
}
