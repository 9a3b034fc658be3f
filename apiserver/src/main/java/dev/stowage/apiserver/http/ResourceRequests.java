package dev.stowage.apiserver.http;

import dev.stowage.apiserver.engine.Agent;
import dev.stowage.apiserver.engine.Body;
import dev.stowage.apiserver.engine.Engine;
import dev.stowage.apiserver.engine.Listing;
import dev.stowage.apiserver.engine.Outcome;
import dev.stowage.apiserver.engine.Parameters;
import dev.stowage.apiserver.engine.Target;
import dev.stowage.apiserver.engine.Watch;
import dev.stowage.apiserver.engine.Watches.ExpiredException;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.patch.PatchKind;
import dev.stowage.apiserver.resource.Registry;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.table.TableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Answers requests for resources.
final class ResourceRequests {
    private static final Set<String> LASTING = Set.of("log", "exec", "attach", "portforward", "proxy");
    private static final Set<String> READABLE = Set.of("", "application/json", "application/yaml");
    private static final String APPLY = "application/apply-patch+yaml";
    private static final int WORTH_PACKING = 128 * 1024;

    private final Registry registry;
    private final Engine engine;
    private final SubresourceRequests parts;
    private final Running running;
    private final InstantSource clock;

    ResourceRequests(
            Registry registry, Engine engine, SubresourceRequests parts, Running running, InstantSource clock) {
        this.registry = registry;
        this.engine = engine;
        this.parts = parts;
        this.running = running;
        registry.afterChange(() -> running.endWhere(target -> !isServed(target)));
        this.clock = clock;
    }

    static ApiException notAllowed() {
        return new ApiException(
                Reason.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
    }

    /// Whether a request for this goes on for as long as the client likes.
    static boolean lasts(Route route) {
        String first = route.subresource().split("/", 2)[0];
        return (route.plural().equals("pods") && LASTING.contains(first))
                || (route.plural().equals("nodes") && first.equals("proxy"));
    }

    boolean isKnown(Route route) {
        return registry.find(route.group(), route.version(), route.plural()).isPresent();
    }

    void answer(Exchange exchange, Route route, Verb verb, Agent agent)
            throws ApiException, IOException, InterruptedException {
        Optional<Resource> found = registry.find(route.group(), route.version(), route.plural());
        if (found.isEmpty() || isNowhere(found.get(), route)) {
            exchange.sendText(404, "404 page not found\n");
            return;
        }
        Resource resource = found.get();
        exchange.warn(resource.schema().deprecation(route.version()).stream().toList());
        Target target = new Target(resource, route.version(), route.namespace(), route.name(), route.subresource());
        if (!route.subresource().isEmpty() && parts.answer(exchange, target, verb, agent)) {
            return;
        }
        if (parts.isReview(target)) {
            parts.review(exchange, target, verb, agent);
            return;
        }
        if (!resource.verbs().contains(verb) || isMisplaced(resource, route, verb)) {
            throw notAllowed();
        }
        switch (verb) {
            case WATCH -> watch(exchange, route, target);
            case LIST -> list(exchange, target, engine.reads().list(target, exchange.parameters()), 200, List.of());
            case GET ->
                send(
                        exchange,
                        target,
                        new Outcome.Found(200, engine.reads().get(target, exchange.parameters()), List.of()));
            case CREATE, UPDATE, PATCH, DELETE, DELETECOLLECTION ->
                send(exchange, target, write(exchange, target, verb, agent));
        }
    }

    private static boolean isNowhere(Resource resource, Route route) {
        return resource.namespaced()
                ? route.namespace().isEmpty() && !route.name().isEmpty()
                : !route.namespace().isEmpty();
    }

    private static boolean isMisplaced(Resource resource, Route route, Verb verb) {
        boolean everywhere = resource.namespaced() && route.namespace().isEmpty();
        return (everywhere && verb != Verb.LIST && verb != Verb.WATCH)
                || (verb == Verb.CREATE && !route.name().isEmpty());
    }

    private Outcome write(Exchange exchange, Target target, Verb verb, Agent agent)
            throws ApiException, IOException, InterruptedException {
        Rendition.negotiate(exchange.headers("Accept"), true);
        Parameters parameters = exchange.parameters();
        if (verb == Verb.PATCH) {
            return patch(exchange, target, agent);
        }
        Body body = exchange.body();
        if (!READABLE.contains(body.mediaType()) && !body.isEmpty()) {
            throw unreadable("application/json, application/yaml");
        }
        return switch (verb) {
            case CREATE -> engine.writes().create(target, agent, parameters, body);
            case UPDATE -> engine.writes().update(target, agent, parameters, body);
            case DELETE -> engine.deletes().delete(target, agent, parameters, body);
            case DELETECOLLECTION -> engine.deletes().deleteCollection(target, agent, parameters, body);
            case GET, LIST, WATCH, PATCH -> throw new IllegalArgumentException(verb + " is not a write of a body");
        };
    }

    private Outcome patch(Exchange exchange, Target target, Agent agent)
            throws ApiException, IOException, InterruptedException {
        String type = exchange.mediaType();
        boolean custom = target.resource().schema().isCustom();
        if (type.equals(APPLY)) {
            return engine.patching().apply(target, agent, exchange.parameters(), exchange.body());
        }
        PatchKind kind = PatchKind.of(type)
                .filter(known -> !custom || known != PatchKind.STRATEGIC)
                .orElseThrow(() -> unreadable("application/json-patch+json, application/merge-patch+json, "
                        + (custom ? "" : "application/strategic-merge-patch+json, ") + APPLY));
        return engine.patching().patch(target, agent, exchange.parameters(), kind, exchange.body());
    }

    private static ApiException unreadable(String known) {
        return new ApiException(
                Reason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: " + known);
    }

    void send(Exchange exchange, Target target, Outcome outcome) throws ApiException, IOException {
        switch (outcome) {
            case Outcome.Found found -> {
                Rendition rendition = Rendition.negotiate(exchange.headers("Accept"), true);
                exchange.warn(found.warnings());
                byte[] bytes = renderer(exchange, target, rendition).one(found.entry(), true);
                exchange.send(found.code(), rendition.contentType(), bytes);
            }
            case Outcome.Told told -> {
                Rendition rendition = Rendition.negotiate(exchange.headers("Accept"), false);
                exchange.warn(told.warnings());
                exchange.send(told.code(), rendition.contentType(), Renderer.tree(told.object(), rendition));
            }
            case Outcome.Many many -> list(exchange, target, many.listing(), many.code(), many.warnings());
        }
    }

    private Renderer renderer(Exchange exchange, Target target, Rendition rendition) throws ApiException {
        TableWriter.Include include =
                TableWriter.Include.of(exchange.parameters().text("includeObject"));
        return new Renderer(target, rendition, include, clock.instant());
    }

    private void list(Exchange exchange, Target target, Listing listing, int code, List<String> warnings)
            throws ApiException, IOException {
        Rendition rendition = Rendition.negotiate(exchange.headers("Accept"), true);
        Renderer renderer = renderer(exchange, target, rendition);
        exchange.warn(warnings);
        boolean packed = exchange.acceptsGzip() && Renderer.size(listing) > WORTH_PACKING;
        if (packed) {
            exchange.put("Content-Encoding", "gzip");
            exchange.put("Vary", "Accept-Encoding");
        }
        try (OutputStream out = exchange.stream(code, rendition.contentType())) {
            if (exchange.method().equals("HEAD")) {
                return;
            }
            if (!packed) {
                renderer.list(listing, out);
                return;
            }
            try (OutputStream packing = new FastGzip(out)) {
                renderer.list(listing, packing);
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

    private void watch(Exchange exchange, Route route, Target target)
            throws ApiException, IOException, InterruptedException {
        Rendition rendition = Rendition.negotiate(exchange.headers("Accept"), true);
        Renderer renderer = renderer(exchange, target, rendition);
        Parameters parameters = exchange.parameters();
        Target collection = target;
        if (!route.name().isEmpty()) {
            collection = target.named("");
            parameters = parameters.with("fieldSelector", "metadata.name=" + route.name());
        }
        if (!running.begin(target)) {
            throw new ApiException(Reason.SERVICE_UNAVAILABLE, "the server is stopping");
        }
        try (Watch watch = engine.watches().open(collection, parameters);
                Hangup hangup = Hangup.watch(exchange)) {
            exchange.request().addIdleTimeoutListener(_ -> false);
            tell(exchange, rendition, new Telling(target, renderer, watch, hangup));
        } catch (ExpiredException e) {
            try (OutputStream out = exchange.stream(200, rendition.contentType())) {
                new WatchStream(target, rendition, renderer, out).fail(e.why());
            }
        } finally {
            running.end();
        }
    }

    private boolean isServed(Target target) {
        Resource resource = target.resource();
        return registry.find(
                        resource.group(), target.version(), resource.names().plural())
                .isPresent();
    }

    private record Telling(Target target, Renderer renderer, Watch watch, Hangup hangup) {}

    private void tell(Exchange exchange, Rendition rendition, Telling telling)
            throws IOException, InterruptedException {
        try (OutputStream out = exchange.stream(200, rendition.contentType())) {
            new WatchStream(telling.target(), rendition, telling.renderer(), out).run(telling.watch());
        } catch (InterruptedException e) {
            if (telling.hangup().isGone()) {
                throw new IOException("the watcher has gone", e);
            }
            if (!running.isEnding() && isServed(telling.target())) {
                throw e;
            }
        }
    }
}
