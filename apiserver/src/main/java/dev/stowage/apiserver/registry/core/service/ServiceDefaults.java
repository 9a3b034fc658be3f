package dev.stowage.apiserver.registry.core.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.core.pod.PodDefaults;
import java.util.Set;

/// The defaults of a service.
final class ServiceDefaults {
    private static final int AFFINITY_SECONDS = 10800;

    private ServiceDefaults() {}

    static void set(ObjectNode spec) {
        PodDefaults.text(spec, "sessionAffinity", "None");
        PodDefaults.text(spec, "type", "ClusterIP");
        affinity(spec);
        String type = JsonTree.text(spec, "type");
        for (JsonNode port : JsonTree.list(spec, "ports")) {
            if (port instanceof ObjectNode one) {
                port(one);
            }
        }
        if (!type.equals("ExternalName")) {
            PodDefaults.text(spec, "internalTrafficPolicy", "Cluster");
        }
        if (isOutside(spec)) {
            PodDefaults.text(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer") && !JsonTree.has(spec, "allocateLoadBalancerNodePorts")) {
            spec.put("allocateLoadBalancerNodePorts", true);
        }
    }

    private static void affinity(ObjectNode spec) {
        switch (JsonTree.text(spec, "sessionAffinity")) {
            case "None" -> spec.remove("sessionAffinityConfig");
            case "ClientIP" -> {
                ObjectNode client = JsonTree.ensure(spec, "sessionAffinityConfig", "clientIP");
                if (!JsonTree.has(client, "timeoutSeconds")) {
                    client.put("timeoutSeconds", AFFINITY_SECONDS);
                }
            }
            default -> {}
        }
    }

    private static void port(ObjectNode port) {
        PodDefaults.text(port, "protocol", "TCP");
        JsonNode target = port.path("targetPort");
        boolean none = target.isTextual() ? target.textValue().isEmpty() : target.asInt() == 0;
        if (none) {
            port.set("targetPort", port.path("port"));
        }
    }

    /// Whether the service is reachable from outside the cluster.
    private static boolean isOutside(JsonNode spec) {
        String type = JsonTree.text(spec, "type");
        boolean external =
                type.equals("ClusterIP") && !JsonTree.list(spec, "externalIPs").isEmpty();
        return external || Set.of("NodePort", "LoadBalancer").contains(type);
    }

    static boolean hasNodePorts(JsonNode spec) {
        String type = JsonTree.text(spec, "type");
        return type.equals("NodePort")
                || (type.equals("LoadBalancer") && JsonTree.flag(spec, "allocateLoadBalancerNodePorts"));
    }

    /// Keeps `clusterIP` equal to the first of `clusterIPs`.
    static void mirrorAddress(ObjectNode spec) {
        String one = JsonTree.text(spec, "clusterIP");
        String first = JsonTree.list(spec, "clusterIPs").path(0).asText("");
        if (one.isEmpty() && !first.isEmpty()) {
            spec.put("clusterIP", first);
        } else if (!one.isEmpty() && first.isEmpty()) {
            spec.putArray("clusterIPs").add(one);
        } else if (!one.equals(first) && JsonTree.list(spec, "clusterIPs").size() == 1) {
            // A client that changes the single address changes the list too.
            spec.putArray("clusterIPs").add(one);
        }
    }

    /// Clears fields of the previous type that the new type does not use.
    static void dropUnused(ObjectNode spec, JsonNode before) {
        if (hasNodePorts(before) && !hasNodePorts(spec)) {
            for (JsonNode port : JsonTree.list(spec, "ports")) {
                if (port instanceof ObjectNode one) {
                    one.remove("nodePort");
                }
            }
        }
        String type = JsonTree.text(spec, "type");
        if (!type.equals("LoadBalancer") && JsonTree.text(before, "type").equals("LoadBalancer")) {
            spec.remove("allocateLoadBalancerNodePorts");
            spec.remove("loadBalancerClass");
        }
        if (isOutside(before) && !isOutside(spec)) {
            spec.remove("externalTrafficPolicy");
        }
        if (type.equals("ExternalName")) {
            spec.remove("internalTrafficPolicy");
        }
    }
}
