package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.patch.PatchType;
import dev.stowage.apiserver.registry.generic.GenericRegistry;
import dev.stowage.apiserver.registry.generic.ObjectList;
import dev.stowage.apiserver.registry.generic.QueryParameters;
import dev.stowage.apiserver.registry.generic.RequestBody;
import dev.stowage.apiserver.registry.generic.RequestClient;
import dev.stowage.apiserver.registry.generic.RequestResult;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.resource.Verb;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Handles requests for resources.
final class ResourceHandler {
    private static final Set<String> LASTING = Set.of("log", "exec", "attach", "portforward", "proxy");
    private static final Set<String> READABLE = Set.of("", "application/json", "application/yaml");
    static final String NOT_FOUND = "404 page not found\n";
    private static final String APPLY = "application/apply-patch+yaml";
    private static final int WORTH_PACKING = 128 * 1024;

    private final ServedResources servedResources;
    private final GenericRegistry genericRegistry;
    private final SubresourceHandler parts;
    private final WatchHandler watches;
    private final InstantSource clock;

    ResourceHandler(
            ServedResources servedResources,
            GenericRegistry genericRegistry,
            SubresourceHandler parts,
            WatchHandler watches,
            InstantSource clock) {
        this.servedResources = servedResources;
        this.genericRegistry = genericRegistry;
        this.parts = parts;
        this.watches = watches;
        this.clock = clock;
    }

    static ApiException notAllowed() {
        return new ApiException(
                StatusReason.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
    }

    /// Whether a request for this is long-running: a stream from or to a kubelet. Other groups have resources of
    /// the same names, for which users have other rights.
    static boolean lasts(RequestInfo info) {
        if (!info.group().isEmpty()) {
            return false;
        }
        String first = info.subresource().split("/", 2)[0];
        return (info.plural().equals("pods") && LASTING.contains(first))
                || (info.plural().equals("nodes") && first.equals("proxy"));
    }

    boolean isKnown(RequestInfo info) {
        return servedResources.find(info.group(), info.version(), info.plural()).isPresent();
    }

    void answer(RequestExchange exchange, RequestInfo info, Verb verb, RequestClient client)
            throws ApiException, IOException, InterruptedException {
        Optional<ResourceDescriptor> found = servedResources.find(info.group(), info.version(), info.plural());
        if (found.isEmpty() || isNowhere(found.get(), info)) {
            exchange.sendText(404, NOT_FOUND);
            return;
        }
        ResourceDescriptor descriptor = found.get();
        exchange.warn(descriptor.schema().deprecation(info.version()).stream().toList());
        RequestTarget target =
                new RequestTarget(descriptor, info.version(), info.namespace(), info.name(), info.subresource());
        if (!info.subresource().isEmpty() && parts.answer(exchange, target, verb, client)) {
            return;
        }
        if (parts.isReview(target)) {
            parts.review(exchange, target, verb, client);
            return;
        }
        if (!descriptor.verbs().contains(verb) || isMisplaced(descriptor, info, verb)) {
            throw notAllowed();
        }
        switch (verb) {
            case WATCH -> watches.answer(exchange, target);
            case LIST ->
                list(
                        exchange,
                        target,
                        genericRegistry.readOperations().list(target, exchange.queryParameters()),
                        200,
                        List.of());
            case GET ->
                send(
                        exchange,
                        target,
                        new RequestResult.Stored(
                                200,
                                genericRegistry.readOperations().get(target, exchange.queryParameters()),
                                List.of()));
            case CREATE, UPDATE, PATCH, DELETE, DELETECOLLECTION ->
                send(exchange, target, write(exchange, target, verb, client));
        }
    }

    private static boolean isNowhere(ResourceDescriptor descriptor, RequestInfo info) {
        return descriptor.namespaced()
                ? info.namespace().isEmpty() && !info.name().isEmpty()
                : !info.namespace().isEmpty();
    }

    private static boolean isMisplaced(ResourceDescriptor descriptor, RequestInfo info, Verb verb) {
        boolean everywhere = descriptor.namespaced() && info.namespace().isEmpty();
        return (everywhere && verb != Verb.LIST && verb != Verb.WATCH)
                || (verb == Verb.CREATE && !info.name().isEmpty());
    }

    private RequestResult write(RequestExchange exchange, RequestTarget target, Verb verb, RequestClient client)
            throws ApiException, IOException, InterruptedException {
        ResponseFormat.negotiate(exchange.headers("Accept"), true);
        QueryParameters queryParameters = exchange.queryParameters();
        if (verb == Verb.PATCH) {
            return patch(exchange, target, client);
        }
        RequestBody body = exchange.body();
        if (!READABLE.contains(body.mediaType()) && !body.isEmpty()) {
            throw unreadable("application/json, application/yaml");
        }
        return switch (verb) {
            case CREATE -> genericRegistry.writeOperations().create(target, client, queryParameters, body);
            case UPDATE -> genericRegistry.writeOperations().update(target, client, queryParameters, body);
            case DELETE -> genericRegistry.deleteOperations().delete(target, client, queryParameters, body);
            case DELETECOLLECTION ->
                genericRegistry.deleteOperations().deleteCollection(target, client, queryParameters, body);
            case GET, LIST, WATCH, PATCH -> throw new IllegalArgumentException(verb + " is not a write of a body");
        };
    }

    private RequestResult patch(RequestExchange exchange, RequestTarget target, RequestClient client)
            throws ApiException, IOException, InterruptedException {
        String type = exchange.mediaType();
        boolean custom = target.resourceDescriptor().schema().isCustom();
        if (type.equals(APPLY)) {
            return genericRegistry.patchOperations().apply(target, client, exchange.queryParameters(), exchange.body());
        }
        PatchType kind = PatchType.of(type)
                .filter(known -> !custom || known != PatchType.STRATEGIC)
                .orElseThrow(() -> unreadable("application/json-patch+json, application/merge-patch+json, "
                        + (custom ? "" : "application/strategic-merge-patch+json, ") + APPLY));
        return genericRegistry
                .patchOperations()
                .patch(target, client, exchange.queryParameters(), kind, exchange.body());
    }

    private static ApiException unreadable(String known) {
        return new ApiException(
                StatusReason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: " + known);
    }

    void send(RequestExchange exchange, RequestTarget target, RequestResult outcome) throws ApiException, IOException {
        switch (outcome) {
            case RequestResult.Stored stored -> {
                ResponseFormat responseFormat = ResponseFormat.negotiate(exchange.headers("Accept"), true);
                exchange.warn(stored.warnings());
                byte[] bytes = ObjectRenderer.of(exchange, target, responseFormat, clock.instant())
                        .one(stored.storedObject(), true);
                exchange.send(stored.code(), responseFormat.contentType(), bytes);
            }
            case RequestResult.Computed computed -> {
                ResponseFormat responseFormat = ResponseFormat.negotiate(exchange.headers("Accept"), false);
                exchange.warn(computed.warnings());
                exchange.send(
                        computed.code(),
                        responseFormat.contentType(),
                        ObjectRenderer.tree(computed.object(), responseFormat));
            }
            case RequestResult.Listed listed ->
                list(exchange, target, listed.objectList(), listed.code(), listed.warnings());
        }
    }

    private void list(
            RequestExchange exchange, RequestTarget target, ObjectList objectList, int code, List<String> warnings)
            throws ApiException, IOException {
        ResponseFormat responseFormat = ResponseFormat.negotiate(exchange.headers("Accept"), true);
        ObjectRenderer objectRenderer = ObjectRenderer.of(exchange, target, responseFormat, clock.instant());
        exchange.warn(warnings);
        boolean packed = exchange.acceptsGzip() && ObjectRenderer.size(objectList) > WORTH_PACKING;
        if (packed) {
            exchange.put("Content-Encoding", "gzip");
            exchange.put("Vary", "Accept-Encoding");
        }
        try (OutputStream out = exchange.stream(code, responseFormat.contentType())) {
            if (exchange.method().equals("HEAD")) {
                return;
            }
            if (!packed) {
                objectRenderer.list(objectList, out);
                return;
            }
            try (OutputStream packing = new FastGzip(out)) {
                objectRenderer.list(objectList, packing);
            }
        }
    }

    /// Compresses at the fastest level: bandwidth is cheap on a local connection, CPU time is not.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 32 * 1024);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
