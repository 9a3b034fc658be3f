package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.registry.generic.GenericRegistry;
import dev.stowage.apiserver.registry.generic.QueryParameters;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import dev.stowage.apiserver.registry.generic.ResourceWatch;
import dev.stowage.apiserver.registry.generic.WatchOperations.ExpiredException;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.http.stream.WebSocketConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.Optional;
import org.eclipse.jetty.io.EndPoint;

/// Serves watches: as a response that does not end, or over a WebSocket for clients that ask for one.
final class WatchHandler {
    private final ServedResources servedResources;
    private final GenericRegistry genericRegistry;
    private final LongRunningRequests longRunningRequests;
    private final InflightLimits inflightLimits;
    private final InstantSource clock;

    WatchHandler(
            ServedResources servedResources,
            GenericRegistry genericRegistry,
            LongRunningRequests longRunningRequests,
            InflightLimits inflightLimits,
            InstantSource clock) {
        this.servedResources = servedResources;
        this.genericRegistry = genericRegistry;
        this.longRunningRequests = longRunningRequests;
        this.inflightLimits = inflightLimits;
        this.clock = clock;
        servedResources.afterChange(() -> longRunningRequests.endWhere(target -> !isServed(target)));
    }

    /// What a watcher wants to see, and how.
    ///
    /// @param collection what is watched: the whole resource, also for one object
    private record Subject(
            RequestTarget target,
            RequestTarget collection,
            QueryParameters queryParameters,
            ResponseFormat responseFormat,
            ObjectRenderer objectRenderer) {

        WatchStream to(WatchSink sink) {
            return new WatchStream(target, responseFormat, objectRenderer, sink);
        }
    }

    void answer(RequestExchange exchange, RequestTarget target) throws ApiException, IOException, InterruptedException {
        ResponseFormat responseFormat = ResponseFormat.negotiate(exchange.headers("Accept"), true);
        boolean one = !target.name().isEmpty();
        QueryParameters given = exchange.queryParameters();
        Subject subject = new Subject(
                target,
                one ? target.named("") : target,
                one ? given.with("fieldSelector", "metadata.name=" + target.name()) : given,
                responseFormat,
                ObjectRenderer.of(exchange, target, responseFormat, clock.instant()));
        switch (exchange.upgrade()) {
            case "websocket" -> overSocket(exchange, subject);
            case "" -> overHttp(exchange, subject);
            default ->
                throw ApiException.badRequest(
                        "unable to upgrade connection: a watch is served over HTTP or a WebSocket");
        }
    }

    private void overHttp(RequestExchange exchange, Subject subject)
            throws ApiException, IOException, InterruptedException {
        if (!longRunningRequests.begin(subject.target())) {
            throw new ApiException(StatusReason.SERVICE_UNAVAILABLE, "the server is stopping");
        }
        if (!isServed(subject.target())) {
            // It was removed after the request had found it, and before this watch was known: nothing would end it.
            longRunningRequests.end();
            exchange.sendText(404, ResourceHandler.NOT_FOUND);
            return;
        }
        try (ResourceWatch resourceWatch = open(subject);
                DisconnectDetector disconnectDetector = DisconnectDetector.watch(exchange)) {
            exchange.request().addIdleTimeoutListener(_ -> false);
            stream(exchange, subject, resourceWatch, disconnectDetector);
        } catch (ExpiredException e) {
            try (OutputStream out =
                    exchange.stream(200, subject.responseFormat().contentType())) {
                subject.to(new WatchSink.Lines(out)).fail(e.why());
            }
        } finally {
            longRunningRequests.end();
        }
    }

    private ResourceWatch open(Subject subject)
            throws ApiException, ExpiredException, IOException, InterruptedException {
        return genericRegistry.watchOperations().open(subject.collection(), subject.queryParameters());
    }

    private boolean isServed(RequestTarget target) {
        ResourceDescriptor descriptor = target.resourceDescriptor();
        return servedResources
                .find(descriptor.group(), target.version(), descriptor.names().plural())
                .isPresent();
    }

    private void stream(
            RequestExchange exchange,
            Subject subject,
            ResourceWatch resourceWatch,
            DisconnectDetector disconnectDetector)
            throws IOException, InterruptedException {
        Optional<EndPoint> chunked = exchange.chunkedConnection();
        // The connection is closed at the end, and Jetty would use that as the end of the response.
        chunked.ifPresent(_ -> exchange.put("Transfer-Encoding", "chunked"));
        try (OutputStream out = exchange.stream(200, subject.responseFormat().contentType())) {
            WatchSink sink = chunked.isPresent() ? ChunkedLines.begin(out, chunked.get()) : new WatchSink.Lines(out);
            subject.to(sink).run(resourceWatch);
        } catch (InterruptedException e) {
            if (disconnectDetector.isGone()) {
                throw new IOException("the watcher closed the connection", e);
            }
            if (!longRunningRequests.isEnding() && isServed(subject.target())) {
                throw e;
            }
        }
    }

    /// The watch is opened before the protocol is switched, so that a refusal is a response like any other.
    private void overSocket(RequestExchange exchange, Subject subject)
            throws ApiException, IOException, InterruptedException {
        WebSocketRequest handshake = WebSocketRequest.parse(exchange);
        // The lane of the request is left when the protocol is switched; the watch lasts longer.
        InflightLimits.Lane lane = inflightLimits.lane(true, false);
        lane.enter();
        boolean isOpen = false;
        try {
            WatchSocket.upgrade(exchange, handshake, session(subject, lane));
            isOpen = true;
        } finally {
            if (!isOpen) {
                lane.leave();
            }
        }
    }

    private WatchSocket.Session session(Subject subject, InflightLimits.Lane lane)
            throws ApiException, IOException, InterruptedException {
        try {
            ResourceWatch resourceWatch = open(subject);
            return new WatchSocket.Session(socket -> converse(subject, resourceWatch, socket), () -> {
                resourceWatch.close();
                lane.leave();
            });
        } catch (ExpiredException e) {
            return new WatchSocket.Session(
                    socket -> subject.to(WatchSink.Messages.to(socket)).fail(e.why()), lane::leave);
        }
    }

    private void converse(Subject subject, ResourceWatch resourceWatch, WebSocketConnection socket)
            throws IOException, InterruptedException {
        if (!longRunningRequests.begin(subject.target())) {
            return;
        }
        try {
            if (isServed(subject.target())) {
                subject.to(WatchSink.Messages.to(socket)).run(resourceWatch);
            }
        } finally {
            longRunningRequests.end();
        }
    }
}
