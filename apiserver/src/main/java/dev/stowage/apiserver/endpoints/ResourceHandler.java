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
import dev.stowage.apiserver.registry.generic.ResourceWatch;
import dev.stowage.apiserver.registry.generic.WatchOperations.ExpiredException;
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

/// Answers requests for resources.
final class ResourceHandler {
    private static final Set<String> LASTING = Set.of("log", "exec", "attach", "portforward", "proxy");
    private static final Set<String> READABLE = Set.of("", "application/json", "application/yaml");
    private static final String APPLY = "application/apply-patch+yaml";
    private static final int WORTH_PACKING = 128 * 1024;

    private final ServedResources servedResources;
    private final GenericRegistry genericRegistry;
    private final SubresourceHandler parts;
    private final LongRunningRequests longRunningRequests;
    private final InstantSource clock;

    ResourceHandler(
            ServedResources servedResources,
            GenericRegistry genericRegistry,
            SubresourceHandler parts,
            LongRunningRequests longRunningRequests,
            InstantSource clock) {
        this.servedResources = servedResources;
        this.genericRegistry = genericRegistry;
        this.parts = parts;
        this.longRunningRequests = longRunningRequests;
        servedResources.afterChange(() -> longRunningRequests.endWhere(requestTarget -> !isServed(requestTarget)));
        this.clock = clock;
    }

    static ApiException notAllowed() {
        return new ApiException(
                StatusReason.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
    }

    /// Whether a request for this is long-running.
    static boolean lasts(RequestInfo requestInfo) {
        String first = requestInfo.subresource().split("/", 2)[0];
        return (requestInfo.plural().equals("pods") && LASTING.contains(first))
                || (requestInfo.plural().equals("nodes") && first.equals("proxy"));
    }

    boolean isKnown(RequestInfo requestInfo) {
        return servedResources
                .find(requestInfo.group(), requestInfo.version(), requestInfo.plural())
                .isPresent();
    }

    void answer(RequestExchange requestExchange, RequestInfo requestInfo, Verb verb, RequestClient requestClient)
            throws ApiException, IOException, InterruptedException {
        Optional<ResourceDescriptor> found =
                servedResources.find(requestInfo.group(), requestInfo.version(), requestInfo.plural());
        if (found.isEmpty() || isNowhere(found.get(), requestInfo)) {
            requestExchange.sendText(404, "404 page not found\n");
            return;
        }
        ResourceDescriptor resourceDescriptor = found.get();
        requestExchange.warn(resourceDescriptor.schema().deprecation(requestInfo.version()).stream()
                .toList());
        RequestTarget requestTarget = new RequestTarget(
                resourceDescriptor,
                requestInfo.version(),
                requestInfo.namespace(),
                requestInfo.name(),
                requestInfo.subresource());
        if (!requestInfo.subresource().isEmpty() && parts.answer(requestExchange, requestTarget, verb, requestClient)) {
            return;
        }
        if (parts.isReview(requestTarget)) {
            parts.review(requestExchange, requestTarget, verb, requestClient);
            return;
        }
        if (!resourceDescriptor.verbs().contains(verb) || isMisplaced(resourceDescriptor, requestInfo, verb)) {
            throw notAllowed();
        }
        switch (verb) {
            case WATCH -> watch(requestExchange, requestInfo, requestTarget);
            case LIST ->
                list(
                        requestExchange,
                        requestTarget,
                        genericRegistry.readOperations().list(requestTarget, requestExchange.queryParameters()),
                        200,
                        List.of());
            case GET ->
                send(
                        requestExchange,
                        requestTarget,
                        new RequestResult.Stored(
                                200,
                                genericRegistry.readOperations().get(requestTarget, requestExchange.queryParameters()),
                                List.of()));
            case CREATE, UPDATE, PATCH, DELETE, DELETECOLLECTION ->
                send(requestExchange, requestTarget, write(requestExchange, requestTarget, verb, requestClient));
        }
    }

    private static boolean isNowhere(ResourceDescriptor resourceDescriptor, RequestInfo requestInfo) {
        return resourceDescriptor.namespaced()
                ? requestInfo.namespace().isEmpty() && !requestInfo.name().isEmpty()
                : !requestInfo.namespace().isEmpty();
    }

    private static boolean isMisplaced(ResourceDescriptor resourceDescriptor, RequestInfo requestInfo, Verb verb) {
        boolean everywhere =
                resourceDescriptor.namespaced() && requestInfo.namespace().isEmpty();
        return (everywhere && verb != Verb.LIST && verb != Verb.WATCH)
                || (verb == Verb.CREATE && !requestInfo.name().isEmpty());
    }

    private RequestResult write(
            RequestExchange requestExchange, RequestTarget requestTarget, Verb verb, RequestClient requestClient)
            throws ApiException, IOException, InterruptedException {
        ResponseFormat.negotiate(requestExchange.headers("Accept"), true);
        QueryParameters queryParameters = requestExchange.queryParameters();
        if (verb == Verb.PATCH) {
            return patch(requestExchange, requestTarget, requestClient);
        }
        RequestBody body = requestExchange.body();
        if (!READABLE.contains(body.mediaType()) && !body.isEmpty()) {
            throw unreadable("application/json, application/yaml");
        }
        return switch (verb) {
            case CREATE ->
                genericRegistry.writeOperations().create(requestTarget, requestClient, queryParameters, body);
            case UPDATE ->
                genericRegistry.writeOperations().update(requestTarget, requestClient, queryParameters, body);
            case DELETE ->
                genericRegistry.deleteOperations().delete(requestTarget, requestClient, queryParameters, body);
            case DELETECOLLECTION ->
                genericRegistry
                        .deleteOperations()
                        .deleteCollection(requestTarget, requestClient, queryParameters, body);
            case GET, LIST, WATCH, PATCH -> throw new IllegalArgumentException(verb + " is not a write of a body");
        };
    }

    private RequestResult patch(
            RequestExchange requestExchange, RequestTarget requestTarget, RequestClient requestClient)
            throws ApiException, IOException, InterruptedException {
        String type = requestExchange.mediaType();
        boolean custom = requestTarget.resourceDescriptor().schema().isCustom();
        if (type.equals(APPLY)) {
            return genericRegistry
                    .patchOperations()
                    .apply(requestTarget, requestClient, requestExchange.queryParameters(), requestExchange.body());
        }
        PatchType kind = PatchType.of(type)
                .filter(known -> !custom || known != PatchType.STRATEGIC)
                .orElseThrow(() -> unreadable("application/json-patch+json, application/merge-patch+json, "
                        + (custom ? "" : "application/strategic-merge-patch+json, ") + APPLY));
        return genericRegistry
                .patchOperations()
                .patch(requestTarget, requestClient, requestExchange.queryParameters(), kind, requestExchange.body());
    }

    private static ApiException unreadable(String known) {
        return new ApiException(
                StatusReason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: " + known);
    }

    void send(RequestExchange requestExchange, RequestTarget requestTarget, RequestResult outcome)
            throws ApiException, IOException {
        switch (outcome) {
            case RequestResult.Stored stored -> {
                ResponseFormat responseFormat = ResponseFormat.negotiate(requestExchange.headers("Accept"), true);
                requestExchange.warn(stored.warnings());
                byte[] bytes =
                        renderer(requestExchange, requestTarget, responseFormat).one(stored.storedObject(), true);
                requestExchange.send(stored.code(), responseFormat.contentType(), bytes);
            }
            case RequestResult.Computed computed -> {
                ResponseFormat responseFormat = ResponseFormat.negotiate(requestExchange.headers("Accept"), false);
                requestExchange.warn(computed.warnings());
                requestExchange.send(
                        computed.code(),
                        responseFormat.contentType(),
                        ObjectRenderer.tree(computed.object(), responseFormat));
            }
            case RequestResult.Listed listed ->
                list(requestExchange, requestTarget, listed.objectList(), listed.code(), listed.warnings());
        }
    }

    private ObjectRenderer renderer(
            RequestExchange requestExchange, RequestTarget requestTarget, ResponseFormat responseFormat)
            throws ApiException {
        TableWriter.Include include =
                TableWriter.Include.of(requestExchange.queryParameters().text("includeObject"));
        return new ObjectRenderer(requestTarget, responseFormat, include, clock.instant());
    }

    private void list(
            RequestExchange requestExchange,
            RequestTarget requestTarget,
            ObjectList objectList,
            int code,
            List<String> warnings)
            throws ApiException, IOException {
        ResponseFormat responseFormat = ResponseFormat.negotiate(requestExchange.headers("Accept"), true);
        ObjectRenderer objectRenderer = renderer(requestExchange, requestTarget, responseFormat);
        requestExchange.warn(warnings);
        boolean packed = requestExchange.acceptsGzip() && ObjectRenderer.size(objectList) > WORTH_PACKING;
        if (packed) {
            requestExchange.put("Content-Encoding", "gzip");
            requestExchange.put("Vary", "Accept-Encoding");
        }
        try (OutputStream out = requestExchange.stream(code, responseFormat.contentType())) {
            if (requestExchange.method().equals("HEAD")) {
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

    /// Bytes on a local wire are cheap; time is not.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 32 * 1024);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    private void watch(RequestExchange requestExchange, RequestInfo requestInfo, RequestTarget requestTarget)
            throws ApiException, IOException, InterruptedException {
        ResponseFormat responseFormat = ResponseFormat.negotiate(requestExchange.headers("Accept"), true);
        ObjectRenderer objectRenderer = renderer(requestExchange, requestTarget, responseFormat);
        QueryParameters queryParameters = requestExchange.queryParameters();
        RequestTarget collection = requestTarget;
        if (!requestInfo.name().isEmpty()) {
            collection = requestTarget.named("");
            queryParameters = queryParameters.with("fieldSelector", "metadata.name=" + requestInfo.name());
        }
        if (!longRunningRequests.begin(requestTarget)) {
            throw new ApiException(StatusReason.SERVICE_UNAVAILABLE, "the server is stopping");
        }
        try (ResourceWatch resourceWatch = genericRegistry.watchOperations().open(collection, queryParameters);
                DisconnectDetector disconnectDetector = DisconnectDetector.watch(requestExchange)) {
            requestExchange.request().addIdleTimeoutListener(_ -> false);
            stream(
                    requestExchange,
                    responseFormat,
                    new WatchContext(requestTarget, objectRenderer, resourceWatch, disconnectDetector));
        } catch (ExpiredException e) {
            try (OutputStream out = requestExchange.stream(200, responseFormat.contentType())) {
                new WatchStream(requestTarget, responseFormat, objectRenderer, out).fail(e.why());
            }
        } finally {
            longRunningRequests.end();
        }
    }

    private boolean isServed(RequestTarget requestTarget) {
        ResourceDescriptor resourceDescriptor = requestTarget.resourceDescriptor();
        return servedResources
                .find(
                        resourceDescriptor.group(),
                        requestTarget.version(),
                        resourceDescriptor.names().plural())
                .isPresent();
    }

    private record WatchContext(
            RequestTarget requestTarget,
            ObjectRenderer objectRenderer,
            ResourceWatch resourceWatch,
            DisconnectDetector disconnectDetector) {}

    private void stream(RequestExchange requestExchange, ResponseFormat responseFormat, WatchContext watch)
            throws IOException, InterruptedException {
        try (OutputStream out = requestExchange.stream(200, responseFormat.contentType())) {
            new WatchStream(watch.requestTarget(), responseFormat, watch.objectRenderer(), out)
                    .run(watch.resourceWatch());
        } catch (InterruptedException e) {
            if (watch.disconnectDetector().isGone()) {
                throw new IOException("the watcher closed the connection", e);
            }
            if (!longRunningRequests.isEnding() && isServed(watch.requestTarget())) {
                throw e;
            }
        }
    }
}
