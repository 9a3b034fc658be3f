package dev.stowage.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.Access;
import dev.stowage.apiserver.discovery.Discovery;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Everything that is not a resource: what there is, how the server is, who it is.
final class Pages {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final Discovery discovery;
    private final Access access;
    private final Metrics metrics;
    private final Health health;
    private final OpenApiPages openApi;

    Pages(Discovery discovery, Access access, Metrics metrics, Health health, OpenApiPages openApi) {
        this.discovery = discovery;
        this.access = access;
        this.metrics = metrics;
        this.health = health;
        this.openApi = openApi;
    }

    void answer(Exchange exchange) throws ApiException, IOException {
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw ResourceRequests.notAllowed();
        }
        List<String> segments = exchange.segments();
        switch (segments.isEmpty() ? "" : segments.getFirst()) {
            case "" -> tell(exchange, Optional.of(index()));
            case "version" -> exchange.send(200, "application/json", Version.page());
            case "healthz", "livez", "readyz" -> health.answer(exchange);
            case "metrics" -> exchange.send(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text());
            case "api" -> core(exchange, segments);
            case "apis" -> groups(exchange, segments);
            case ".well-known" -> exchange.send(200, "application/json", access.discovery());
            case "openid" -> exchange.send(200, "application/jwk-set+json", access.keys());
            case "openapi" -> {
                if (!openApi.answer(exchange, segments)) {
                    notFound(exchange);
                }
            }
            default -> notFound(exchange);
        }
    }

    private static void notFound(Exchange exchange) throws IOException {
        exchange.sendText(404, "404 page not found\n");
    }

    private static ObjectNode index() {
        ObjectNode index = Json.object();
        ArrayNode paths = index.putArray("paths");
        for (String path : List.of(
                "/.well-known/openid-configuration",
                "/api",
                "/api/v1",
                "/apis",
                "/healthz",
                "/livez",
                "/metrics",
                "/openapi/v2",
                "/openapi/v3",
                "/openid/v1/jwks",
                "/readyz",
                "/version")) {
            paths.add(path);
        }
        return index;
    }

    private void core(Exchange exchange, List<String> segments) throws ApiException, IOException {
        if (segments.size() > 1) {
            tell(exchange, discovery.resources("", segments.get(1)));
        } else if (!aggregated(exchange, true)) {
            tell(
                    exchange,
                    Optional.of(discovery.coreVersions(exchange.header("Host").orElse(""))));
        }
    }

    private void groups(Exchange exchange, List<String> segments) throws ApiException, IOException {
        switch (segments.size()) {
            case 1 -> {
                if (!aggregated(exchange, false)) {
                    tell(exchange, Optional.of(discovery.groups()));
                }
            }
            case 2 -> tell(exchange, discovery.group(segments.get(1)));
            default -> tell(exchange, discovery.resources(segments.get(1), segments.get(2)));
        }
    }

    private boolean aggregated(Exchange exchange, boolean core) throws IOException {
        boolean wanted = MediaRange.parse(exchange.headers("Accept")).stream()
                .filter(range -> range.type().equals("application/json"))
                .findFirst()
                .filter(range -> range.parameter("as").equals("APIGroupDiscoveryList")
                        && range.parameter("g").equals("apidiscovery.k8s.io")
                        && range.parameter("v").equals("v2"))
                .isPresent();
        exchange.put("Vary", "Accept");
        if (!wanted) {
            return false;
        }
        exchange.sendUnlessKnown(AGGREGATED, discovery.aggregated(core));
        return true;
    }

    private static void tell(Exchange exchange, Optional<ObjectNode> document) throws ApiException, IOException {
        if (document.isEmpty()) {
            notFound(exchange);
            return;
        }
        Rendition rendition = Rendition.negotiate(exchange.headers("Accept"), false);
        exchange.send(200, rendition.contentType(), Renderer.tree(document.get(), rendition));
    }
}
