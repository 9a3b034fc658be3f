package dev.stowage.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Requests to the API server. Each waits for the limiter and is retried when the server is busy (429); the
/// caller handles all other failures. Thread-safe.
public final class KubeClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KubeClient.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int TRIES = 10;

    private final ApiTransport transport;
    private final boolean ownsTransport;
    private final RequestLimiter limit;
    private final @Nullable Duration deadline;

    public KubeClient(ClusterAccess cluster, RequestLimiter limit, String agent) {
        this(new HttpApiTransport(cluster, agent), limit);
    }

    /// A client over any transport to something that answers like an API server.
    public KubeClient(ApiTransport transport, RequestLimiter limit) {
        this(transport, true, limit, null);
    }

    private KubeClient(
            ApiTransport transport, boolean ownsTransport, RequestLimiter limit, @Nullable Duration deadline) {
        this.transport = transport;
        this.ownsTransport = ownsTransport;
        this.limit = limit;
        this.deadline = deadline;
    }

    /// The certificate authority of the server, in PEM; empty when there is none in particular.
    public String certificateAuthority() {
        return transport.certificateAuthority();
    }

    /// The address of the server, as this process reaches it; empty for a server without one.
    public Optional<URI> server() {
        return transport.server();
    }

    /// A client of the same server with its own limiter. Closed together with this one.
    public KubeClient withLimit(RequestLimiter other) {
        return new KubeClient(transport, false, other, deadline);
    }

    /// A client of the same server for requests that are worthless after that time, such as the renewal of a
    /// lease: the server may be silent for no longer, and no retry begins later. Closed together with this
    /// one.
    public KubeClient within(Duration time) {
        return new KubeClient(transport, false, limit, time);
    }

    /// @param namespace empty for a cluster-scoped object
    public <T extends KubeObject> Optional<T> find(Kind<T> kind, String namespace, String name)
            throws ApiFailure, InterruptedException {
        try {
            return Optional.of(kind.read(get(kind, namespace, name)));
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// The whole object, for fields that no record keeps.
    public JsonNode get(Kind<?> kind, String namespace, String name) throws ApiFailure, InterruptedException {
        return call("GET", kind.path(namespace) + "/" + name, "", null);
    }

    /// @param object kind, version and namespace are filled in
    public <T extends KubeObject> T create(Kind<T> kind, String namespace, ObjectNode object)
            throws ApiFailure, InterruptedException {
        return kind.read(send("POST", kind, kind.path(namespace), object));
    }

    /// Sends a message to a subresource, for example `pods/binding`.
    ///
    /// @param message complete, with kind and version: it is of another kind than the object
    public void send(Kind<?> kind, KubeObject seen, String subresource, ObjectNode message)
            throws ApiFailure, InterruptedException {
        createSubresource(kind, seen.meta().namespace(), seen.meta().name(), subresource, message);
    }

    /// Sends a message to a subresource and returns its answer, for example `serviceaccounts/token`.
    ///
    /// @param message complete, with kind and version: it is of another kind than the object
    public JsonNode createSubresource(
            Kind<?> kind, String namespace, String name, String subresource, ObjectNode message)
            throws ApiFailure, InterruptedException {
        return call("POST", kind.path(namespace) + "/" + name + "/" + subresource, "application/json", message);
    }

    /// Replaces the object with one that carries the version it was read at.
    public <T extends KubeObject> T replace(Kind<T> kind, String namespace, String name, ObjectNode object)
            throws ApiFailure, InterruptedException {
        return kind.read(send("PUT", kind, kind.path(namespace) + "/" + name, object));
    }

    public <T extends KubeObject> T patch(Kind<T> kind, String namespace, String name, Patch patch)
            throws ApiFailure, InterruptedException {
        String sub = patch.subresource().isEmpty() ? "" : "/" + patch.subresource();
        return kind.read(call(
                "PATCH", kind.path(namespace) + "/" + name + sub, patch.type().contentType(), patch.body()));
    }

    /// Replaces a subresource that does not accept patches.
    public <T extends KubeObject> T replaceSubresource(
            Kind<T> kind, String namespace, String name, String part, ObjectNode object)
            throws ApiFailure, InterruptedException {
        return kind.read(send("PUT", kind, kind.path(namespace) + "/" + name + "/" + part, object));
    }

    /// @return whether there was something to delete
    public boolean delete(KubeObject seen, Kind<?> kind) throws ApiFailure, InterruptedException {
        return delete(seen, kind, DeleteOptions.defaults()).isPresent();
    }

    /// @return the server's answer: the object if finalizers or a grace period keep it; empty if there was none
    public Optional<JsonNode> delete(KubeObject seen, Kind<?> kind, DeleteOptions how)
            throws ApiFailure, InterruptedException {
        try {
            return Optional.of(call(
                    "DELETE",
                    kind.path(seen.meta().namespace()) + "/" + seen.meta().name(),
                    "application/json",
                    how.options(seen)));
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Deletes all objects of a namespace.
    public void deleteAll(Kind<?> kind, String namespace, DeleteOptions how) throws ApiFailure, InterruptedException {
        call("DELETE", kind.path(namespace), "application/json", how.options());
    }

    /// A consistent list, not one from the server's watch cache.
    ///
    /// @param namespace empty for all of them
    public <T extends KubeObject> ObjectList<T> list(Kind<T> kind, String namespace)
            throws ApiFailure, InterruptedException {
        return once(
                new ApiTransport.ApiRequest("GET", kind.path(namespace), "", null, timeLeft(0), kind.accept()),
                in -> ObjectList.read(in, kind));
    }

    /// Any JSON document of the server.
    public JsonNode read(String path) throws ApiFailure, InterruptedException {
        return call("GET", path, "", null);
    }

    /// @param accept the media type of the response
    public JsonNode read(String path, String accept) throws ApiFailure, InterruptedException {
        return once(new ApiTransport.ApiRequest("GET", path, "", null, timeLeft(0), accept));
    }

    /// A list or a watch as a stream. It does not count against the limit, because it may last. The caller
    /// closes it.
    public InputStream stream(String pathAndQuery) throws ApiFailure, InterruptedException {
        return transport.open(new ApiTransport.ApiRequest("GET", pathAndQuery, "", null, null));
    }

    /// A list or a watch of that kind, with no more of its objects than the kind's readers need.
    public InputStream stream(String pathAndQuery, Kind<?> kind) throws ApiFailure, InterruptedException {
        return transport.open(new ApiTransport.ApiRequest("GET", pathAndQuery, "", null, null, kind.accept()));
    }

    private JsonNode send(String method, Kind<?> kind, String path, ObjectNode object)
            throws ApiFailure, InterruptedException {
        object.put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        return call(method, path, "application/json", object);
    }

    private JsonNode call(String method, String path, String contentType, @Nullable JsonNode body)
            throws ApiFailure, InterruptedException {
        long begun = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            Duration timeout = timeLeft(System.nanoTime() - begun);
            try {
                return once(new ApiTransport.ApiRequest(method, path, contentType, body, timeout));
            } catch (ApiFailure e) {
                Duration pause = e.retryAfter();
                if (pause == null || attempt >= TRIES || isTooLate(pause.plusNanos(System.nanoTime() - begun))) {
                    throw e;
                }
                log.debug("The server requests a wait of {} before {} {}: {}", pause, method, path, e.getMessage());
                InterruptibleSleep.of(pause.compareTo(LONGEST_WAIT) < 0 ? pause : LONGEST_WAIT);
            }
        }
    }

    private boolean isTooLate(Duration elapsed) {
        return deadline != null && elapsed.compareTo(deadline) >= 0;
    }

    /// How long the server may be silent, after that many nanoseconds. Never zero, which would mean forever.
    private Duration timeLeft(long elapsed) {
        if (deadline == null) {
            return TIMEOUT;
        }
        Duration left = deadline.minusNanos(elapsed);
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left.compareTo(TIMEOUT) > 0 ? TIMEOUT : left;
    }

    private JsonNode once(ApiTransport.ApiRequest apiRequest) throws ApiFailure, InterruptedException {
        return once(apiRequest, in -> Json.read(in.readAllBytes()));
    }

    /// Reads a response while it arrives.
    @FunctionalInterface
    private interface ResponseReader<T> {
        T read(InputStream in) throws IOException;
    }

    private <T> T once(ApiTransport.ApiRequest apiRequest, ResponseReader<T> responseReader)
            throws ApiFailure, InterruptedException {
        limit.acquire();
        boolean tooMany = false;
        try (InputStream in = transport.open(apiRequest)) {
            return responseReader.read(in);
        } catch (ApiFailure e) {
            tooMany = e.isTooMany();
            throw e;
        } catch (IOException e) {
            throw ApiFailure.unanswered(apiRequest.method() + " " + apiRequest.path(), e);
        } finally {
            limit.release(tooMany);
        }
    }

    @Override
    public void close() {
        if (ownsTransport) {
            transport.close();
        }
    }
}
