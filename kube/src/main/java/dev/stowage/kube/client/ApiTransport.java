package dev.stowage.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Carries single requests to a server and turns refusals into failures. Thread-safe.
public interface ApiTransport extends AutoCloseable {

    /// @param path encoded, with the query
    /// @param contentType empty without a body
    /// @param accept in which form the answer shall come
    /// @param timeout null for a request that lasts, such as a watch
    record ApiRequest(
            String method,
            String path,
            String contentType,
            @Nullable JsonNode body,
            @Nullable Duration timeout,
            String accept) {

        public ApiRequest(
                String method, String path, String contentType, @Nullable JsonNode body, @Nullable Duration timeout) {
            this(method, path, contentType, body, timeout, "application/json");
        }
    }

    /// The caller closes the stream.
    InputStream open(ApiRequest apiRequest) throws ApiFailure, InterruptedException;

    @Override
    void close();

    /// Who signs the server's certificate, in PEM; empty when nobody in particular does.
    default String certificateAuthority() {
        return "";
    }
}
