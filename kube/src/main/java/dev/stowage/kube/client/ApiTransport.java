package dev.stowage.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sends single requests to a server and turns error responses into [ApiFailure]. Thread-safe.
public interface ApiTransport extends AutoCloseable {

    /// @param path encoded, with the query
    /// @param contentType empty without a body
    /// @param accept the media type of the response
    /// @param timeout null for a long-running request, such as a watch
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

    /// The certificate authority of the server, in PEM; empty when there is none in particular.
    default String certificateAuthority() {
        return "";
    }

    /// The address of the server; empty when it has none.
    default Optional<URI> server() {
        return Optional.empty();
    }
}
