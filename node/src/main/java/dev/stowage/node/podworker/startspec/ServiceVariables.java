package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The environment variables with the address of the API server.
///
/// A pod with its own network gets the address of its Service, which is read again from time to time, when a
/// container starts. A pod in the network of the machine gets the address that this node itself uses: it
/// answers also where nothing serves the addresses of Services.
final class ServiceVariables {
    private static final Kind<PartialObjectMetadata> SERVICES =
            new Kind<>(ApiResources.SERVICES, PartialObjectMetadata::read);
    private static final int HTTPS = 443;
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final KubeClient api;
    private final InstantSource clock;
    private Map<String, String> known = Map.of();
    private Instant fetchedAt = Instant.MIN;

    ServiceVariables(KubeClient api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    /// @param isOnMachine whether the pod is in the network of the machine
    Map<String, String> get(boolean isOnMachine) throws InterruptedException {
        Optional<URI> server = api.server();
        return isOnMachine && server.isPresent() ? of(server.get()) : get();
    }

    private synchronized Map<String, String> get() throws InterruptedException {
        if (fetchedAt.isBefore(clock.instant().minus(FRESH))) {
            try {
                known = of(api.get(SERVICES, "default", "kubernetes"));
                fetchedAt = clock.instant();
            } catch (ApiFailure e) {
                known = e.isNotFound() ? Map.of() : known;
                fetchedAt = e.isNotFound() ? clock.instant() : fetchedAt;
            }
        }
        return known;
    }

    static Map<String, String> of(JsonNode service) {
        String ip = service.path("spec").path("clusterIP").asText("");
        JsonNode port = service.path("spec").path("ports").path(0);
        if (ip.isEmpty() || ip.equals("None") || port.isMissingNode()) {
            return Map.of();
        }
        return of(ip, port.path("port").asText());
    }

    static Map<String, String> of(URI server) {
        String host = server.getHost() == null ? "" : server.getHost().replaceAll("[\\[\\]]", "");
        return host.isEmpty() ? Map.of() : of(host, Integer.toString(server.getPort() < 0 ? HTTPS : server.getPort()));
    }

    /// @param ip an address or a host name
    private static Map<String, String> of(String ip, String number) {
        String host = ip.contains(":") ? "[" + ip + "]" : ip;
        String url = "tcp://" + host + ":" + number;
        String exact = "KUBERNETES_PORT_" + number + "_TCP";
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("KUBERNETES_SERVICE_HOST", ip);
        variables.put("KUBERNETES_SERVICE_PORT", number);
        variables.put("KUBERNETES_SERVICE_PORT_HTTPS", number);
        variables.put("KUBERNETES_PORT", url);
        variables.put(exact, url);
        variables.put(exact + "_PROTO", "tcp");
        variables.put(exact + "_PORT", number);
        variables.put(exact + "_ADDR", ip);
        return variables;
    }
}
