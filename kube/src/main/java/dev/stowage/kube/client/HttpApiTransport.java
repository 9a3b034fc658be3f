package dev.stowage.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.http.client.ClientConnection;
import dev.stowage.http.client.ClientRequest;
import dev.stowage.http.client.ClientResponse;
import dev.stowage.http.client.ConnectionPool;
import dev.stowage.http.client.StaleConnectionException;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// Sends requests over HTTP/1.1 on kept-alive connections.
///
/// Each request has one connection and one virtual thread, which blocks. That costs a fraction of a client with
/// event loops, frames and flow control, and requests are most of a controller's work.
final class HttpApiTransport implements ApiTransport {
    private static final Duration LASTS = Duration.ZERO;
    private static final int LONGEST_REFUSAL = 1 << 20;

    private final ClusterAccess cluster;
    private final String agent;
    private final ConnectionPool connectionPool;

    /// @param agent the user agent, which the server's logs and managed fields show
    HttpApiTransport(ClusterAccess cluster, String agent) {
        this.cluster = cluster;
        this.agent = agent;
        this.connectionPool = new ConnectionPool(cluster.server(), cluster::tls);
    }

    @Override
    public InputStream open(ApiRequest apiRequest) throws ApiFailure, InterruptedException {
        ClientResponse clientResponse = exchange(apiRequest);
        if (clientResponse.status() == 401) {
            drain(clientResponse);
            cluster.refresh();
            clientResponse = exchange(apiRequest);
        }
        if (clientResponse.status() >= 300) {
            throw refusal(apiRequest, clientResponse);
        }
        return clientResponse.body();
    }

    private ClientResponse exchange(ApiRequest apiRequest) throws ApiFailure, InterruptedException {
        ClientRequest request = request(apiRequest);
        try {
            ClientConnection kept = connectionPool.pollIdle();
            if (kept != null) {
                try {
                    return kept.exchange(request, connectionPool);
                } catch (StaleConnectionException e) {
                    // The server closed the connection before it received the request.
                }
            }
            return connectionPool.connect().exchange(request, connectionPool);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                var interrupted = new InterruptedException(apiRequest.method() + " " + apiRequest.path());
                interrupted.initCause(e);
                throw interrupted;
            }
            throw ApiFailure.unanswered(apiRequest.method() + " " + apiRequest.path(), inWordsOfKubectl(e));
        }
    }

    /// The kernel's words do not say which server it was.
    private IOException inWordsOfKubectl(IOException failure) {
        if (!(failure instanceof ConnectException)
                || !String.valueOf(failure.getMessage()).contains("refused")) {
            return failure;
        }
        var refused = new ConnectException("the connection to the server "
                + cluster.server().getAuthority() + " was refused - did you specify the right host or port?");
        refused.initCause(failure);
        return refused;
    }

    private ClientRequest request(ApiRequest apiRequest) {
        JsonNode body = apiRequest.body();
        return new ClientRequest(
                apiRequest.method(),
                apiRequest.path(),
                apiRequest.accept(),
                agent,
                cluster.authorization().orElse(""),
                apiRequest.contentType(),
                body == null ? new byte[0] : Json.write(body),
                apiRequest.timeout() == null ? LASTS : apiRequest.timeout());
    }

    private static ApiFailure refusal(ApiRequest apiRequest, ClientResponse clientResponse) {
        String reason = "";
        String message = "";
        try (InputStream body = clientResponse.body()) {
            JsonNode status = Json.read(body.readNBytes(LONGEST_REFUSAL));
            reason = status.path("reason").asText("");
            message = status.path("message").asText("");
        } catch (IOException e) {
            message = "the answer cannot be read: " + e.getMessage();
        }
        return new ApiFailure(
                clientResponse.status(),
                reason,
                message.isEmpty()
                        ? apiRequest.method() + " " + apiRequest.path() + " was answered " + clientResponse.status()
                        : message,
                clientResponse.retryAfter());
    }

    private static void drain(ClientResponse clientResponse) {
        try (InputStream body = clientResponse.body()) {
            body.skip(LONGEST_REFUSAL);
        } catch (IOException e) {
            // The second attempt reports the problem.
        }
    }

    @Override
    public void close() {
        connectionPool.close();
    }

    @Override
    public Optional<URI> server() {
        return Optional.of(cluster.server());
    }

    @Override
    public String certificateAuthority() {
        return cluster.certificateAuthority();
    }
}
