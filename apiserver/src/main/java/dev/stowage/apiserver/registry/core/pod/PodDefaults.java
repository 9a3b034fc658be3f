package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;
import java.util.Map;

/// The defaults of a pod.
public final class PodDefaults {
    private static final List<String> CONTAINERS = List.of("containers", "initContainers");
    private static final List<String> ALL_CONTAINERS = List.of("containers", "initContainers", "ephemeralContainers");

    private PodDefaults() {}

    /// Sets the defaults of a pod template, in any resource that has one.
    public static void template(ObjectNode holder, String... path) {
        if (JsonTree.at(holder, path) instanceof ObjectNode template) {
            spec(JsonTree.ensure(template, "spec"));
        }
    }

    static void spec(ObjectNode spec) {
        text(spec, "dnsPolicy", "ClusterFirst");
        text(spec, "restartPolicy", "Always");
        text(spec, "schedulerName", "default-scheduler");
        if (!JsonTree.has(spec, "securityContext")) {
            spec.putObject("securityContext");
        }
        if (!JsonTree.has(spec, "terminationGracePeriodSeconds")) {
            spec.put("terminationGracePeriodSeconds", 30);
        }
        mirrorAccount(spec);
        for (JsonNode volume : JsonTree.list(spec, "volumes")) {
            if (volume instanceof ObjectNode one) {
                VolumeDefaults.set(one);
            }
        }
        for (String list : ALL_CONTAINERS) {
            for (JsonNode container : JsonTree.list(spec, list)) {
                if (container instanceof ObjectNode one) {
                    ContainerDefaults.set(one);
                }
            }
        }
    }

    /// The same account under its deprecated name, for clients that still read it.
    static void mirrorAccount(ObjectNode spec) {
        String account = JsonTree.text(spec, "serviceAccountName");
        String old = JsonTree.text(spec, "serviceAccount");
        if (account.isEmpty() && !old.isEmpty()) {
            spec.put("serviceAccountName", old);
        } else if (!account.isEmpty()) {
            spec.put("serviceAccount", account);
        }
    }

    /// Sets the defaults of pods that templates do not get.
    static void pod(ObjectNode spec) {
        spec(spec);
        if (!JsonTree.has(spec, "enableServiceLinks")) {
            spec.put("enableServiceLinks", true);
        }
        boolean hostNetwork = JsonTree.flag(spec, "hostNetwork");
        for (String list : CONTAINERS) {
            for (JsonNode container : JsonTree.list(spec, list)) {
                if (container instanceof ObjectNode one) {
                    requestLimits(one);
                    if (hostNetwork) {
                        openHostPorts(one);
                    }
                }
            }
        }
    }

    /// A limit without a request is also the request.
    private static void requestLimits(ObjectNode container) {
        JsonTree.object(container, "resources", "limits").ifPresent(limits -> {
            ObjectNode requests = JsonTree.ensure(container, "resources", "requests");
            for (Map.Entry<String, JsonNode> limit : limits.properties()) {
                if (!requests.has(limit.getKey())) {
                    requests.set(limit.getKey(), limit.getValue());
                }
            }
        });
    }

    private static void openHostPorts(ObjectNode container) {
        for (JsonNode port : JsonTree.list(container, "ports")) {
            if (port instanceof ObjectNode one && one.path("hostPort").asInt() == 0) {
                one.set("hostPort", one.path("containerPort"));
            }
        }
    }

    public static void text(ObjectNode node, String field, String value) {
        if (JsonTree.text(node, field).isEmpty()) {
            node.put(field, value);
        }
    }

    static void number(ObjectNode node, String field, int value) {
        if (node.path(field).asInt() == 0) {
            node.put(field, value);
        }
    }
}
