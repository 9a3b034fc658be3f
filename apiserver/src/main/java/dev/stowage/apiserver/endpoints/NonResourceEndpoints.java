package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.discovery.DiscoveryDocuments;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Everything that is not a resource: discovery, health, metrics, version.
final class NonResourceEndpoints {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final DiscoveryDocuments discoveryDocuments;
    private final AccessControl access;
    private final ApiServerMetrics apiServerMetrics;
    private final HealthEndpoints healthEndpoints;
    private final OpenApiEndpoints openApi;

    NonResourceEndpoints(
            DiscoveryDocuments discoveryDocuments,
            AccessControl access,
            ApiServerMetrics apiServerMetrics,
            HealthEndpoints healthEndpoints,
            OpenApiEndpoints openApi) {
        this.discoveryDocuments = discoveryDocuments;
        this.access = access;
        this.apiServerMetrics = apiServerMetrics;
        this.healthEndpoints = healthEndpoints;
        this.openApi = openApi;
    }

    void answer(RequestExchange exchange) throws ApiException, IOException {
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw ResourceHandler.notAllowed();
        }
        List<String> segments = exchange.segments();
        switch (segments.isEmpty() ? "" : segments.getFirst()) {
            case "" -> sendDocument(exchange, Optional.of(index()));
            case "version" -> exchange.send(200, "application/json", KubernetesVersion.page());
            case "healthz", "livez", "readyz" -> healthEndpoints.answer(exchange);
            case "metrics" -> exchange.send(200, "text/plain; version=0.0.4; charset=utf-8", apiServerMetrics.text());
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

    private static void notFound(RequestExchange exchange) throws IOException {
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

    private void core(RequestExchange exchange, List<String> segments) throws ApiException, IOException {
        if (segments.size() > 1) {
            sendDocument(exchange, discoveryDocuments.resources("", segments.get(1)));
        } else if (!aggregated(exchange, true)) {
            sendDocument(
                    exchange,
                    Optional.of(discoveryDocuments.coreVersions(
                            exchange.header("Host").orElse(""))));
        }
    }

    private void groups(RequestExchange exchange, List<String> segments) throws ApiException, IOException {
        switch (segments.size()) {
            case 1 -> {
                if (!aggregated(exchange, false)) {
                    sendDocument(exchange, Optional.of(discoveryDocuments.groups()));
                }
            }
            case 2 -> sendDocument(exchange, discoveryDocuments.group(segments.get(1)));
            default -> sendDocument(exchange, discoveryDocuments.resources(segments.get(1), segments.get(2)));
        }
    }

    private boolean aggregated(RequestExchange exchange, boolean core) throws IOException {
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
        exchange.sendUnlessKnown(AGGREGATED, discoveryDocuments.aggregated(core));
        return true;
    }

    private static void sendDocument(RequestExchange exchange, Optional<ObjectNode> document)
            throws ApiException, IOException {
        if (document.isEmpty()) {
            notFound(exchange);
            return;
        }
        ResponseFormat responseFormat = ResponseFormat.negotiate(exchange.headers("Accept"), false);
        exchange.send(200, responseFormat.contentType(), ObjectRenderer.tree(document.get(), responseFormat));
    }
}
