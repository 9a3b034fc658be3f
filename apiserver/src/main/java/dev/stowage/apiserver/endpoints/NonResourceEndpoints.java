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

    void answer(RequestExchange requestExchange) throws ApiException, IOException {
        if (!requestExchange.method().equals("GET") && !requestExchange.method().equals("HEAD")) {
            throw ResourceHandler.notAllowed();
        }
        List<String> segments = requestExchange.segments();
        switch (segments.isEmpty() ? "" : segments.getFirst()) {
            case "" -> sendDocument(requestExchange, Optional.of(index()));
            case "version" -> requestExchange.send(200, "application/json", KubernetesVersion.page());
            case "healthz", "livez", "readyz" -> healthEndpoints.answer(requestExchange);
            case "metrics" ->
                requestExchange.send(200, "text/plain; version=0.0.4; charset=utf-8", apiServerMetrics.text());
            case "api" -> core(requestExchange, segments);
            case "apis" -> groups(requestExchange, segments);
            case ".well-known" -> requestExchange.send(200, "application/json", access.discovery());
            case "openid" -> requestExchange.send(200, "application/jwk-set+json", access.keys());
            case "openapi" -> {
                if (!openApi.answer(requestExchange, segments)) {
                    notFound(requestExchange);
                }
            }
            default -> notFound(requestExchange);
        }
    }

    private static void notFound(RequestExchange requestExchange) throws IOException {
        requestExchange.sendText(404, "404 page not found\n");
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

    private void core(RequestExchange requestExchange, List<String> segments) throws ApiException, IOException {
        if (segments.size() > 1) {
            sendDocument(requestExchange, discoveryDocuments.resources("", segments.get(1)));
        } else if (!aggregated(requestExchange, true)) {
            sendDocument(
                    requestExchange,
                    Optional.of(discoveryDocuments.coreVersions(
                            requestExchange.header("Host").orElse(""))));
        }
    }

    private void groups(RequestExchange requestExchange, List<String> segments) throws ApiException, IOException {
        switch (segments.size()) {
            case 1 -> {
                if (!aggregated(requestExchange, false)) {
                    sendDocument(requestExchange, Optional.of(discoveryDocuments.groups()));
                }
            }
            case 2 -> sendDocument(requestExchange, discoveryDocuments.group(segments.get(1)));
            default -> sendDocument(requestExchange, discoveryDocuments.resources(segments.get(1), segments.get(2)));
        }
    }

    private boolean aggregated(RequestExchange requestExchange, boolean core) throws IOException {
        boolean wanted = MediaRange.parse(requestExchange.headers("Accept")).stream()
                .filter(range -> range.type().equals("application/json"))
                .findFirst()
                .filter(range -> range.parameter("as").equals("APIGroupDiscoveryList")
                        && range.parameter("g").equals("apidiscovery.k8s.io")
                        && range.parameter("v").equals("v2"))
                .isPresent();
        requestExchange.put("Vary", "Accept");
        if (!wanted) {
            return false;
        }
        requestExchange.sendUnlessKnown(AGGREGATED, discoveryDocuments.aggregated(core));
        return true;
    }

    private static void sendDocument(RequestExchange requestExchange, Optional<ObjectNode> document)
            throws ApiException, IOException {
        if (document.isEmpty()) {
            notFound(requestExchange);
            return;
        }
        ResponseFormat responseFormat = ResponseFormat.negotiate(requestExchange.headers("Accept"), false);
        requestExchange.send(200, responseFormat.contentType(), ObjectRenderer.tree(document.get(), responseFormat));
    }
}
