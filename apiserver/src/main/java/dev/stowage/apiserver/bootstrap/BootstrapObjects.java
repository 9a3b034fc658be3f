package dev.stowage.apiserver.bootstrap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// The bootstrap objects other than roles and bindings.
final class BootstrapObjects {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private BootstrapObjects() {}

    /// @param authority as PEM, for extension API servers that trust the same clients
    static List<ObjectNode> all(String authority, int port, Instant now) {
        List<ObjectNode> all = new ArrayList<>();
        NAMESPACES.forEach(name -> all.add(namespace(name)));
        all.add(service(port));
        all.add(addressRange(now));
        all.add(address());
        ObjectNode clients = object("v1", "ConfigMap", "kube-system", "extension-apiserver-authentication");
        clients.putObject("data").put("client-ca-file", authority);
        all.add(clients);
        ObjectNode tracking =
                object("v1", "ConfigMap", "kube-system", "kube-apiserver-legacy-service-account-token-tracking");
        tracking.putObject("data")
                .put("since", LocalDate.ofInstant(now, ZoneOffset.UTC).toString());
        all.add(tracking);
        all.add(priority(
                "system-node-critical",
                2_000_001_000,
                "Used for system critical pods that must not be moved from their current node."));
        all.add(priority(
                "system-cluster-critical",
                2_000_000_000,
                "Used for system critical pods that must run in the cluster, but can be moved to another node if"
                        + " necessary."));
        return all;
    }

    private static ObjectNode object(String apiVersion, String kind, String namespace, String name) {
        ObjectNode object = Json.object().put("kind", kind).put("apiVersion", apiVersion);
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        return object;
    }

    private static ObjectNode labelled(ObjectNode object, String label, String value) {
        ((ObjectNode) object.path("metadata")).withObject("/labels").put(label, value);
        return object;
    }

    private static ObjectNode namespace(String name) {
        ObjectNode namespace = labelled(object("v1", "Namespace", "", name), "kubernetes.io/metadata.name", name);
        namespace.putObject("spec").putArray("finalizers").add("kubernetes");
        namespace.putObject("status").put("phase", "Active");
        return namespace;
    }

    private static ObjectNode service(int port) {
        ObjectNode service = object("v1", "Service", "default", "kubernetes");
        labelled(service, "component", "apiserver");
        labelled(service, "provider", "kubernetes");
        ObjectNode spec = service.putObject("spec");
        spec.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", 443)
                .put("targetPort", port);
        spec.put("clusterIP", "10.96.0.1");
        spec.putArray("clusterIPs").add("10.96.0.1");
        spec.put("type", "ClusterIP").put("sessionAffinity", "None");
        spec.putArray("ipFamilies").add("IPv4");
        spec.put("ipFamilyPolicy", "SingleStack").put("internalTrafficPolicy", "Cluster");
        service.putObject("status").putObject("loadBalancer");
        return service;
    }

    private static ObjectNode addressRange(Instant now) {
        ObjectNode range = object("networking.k8s.io/v1", "ServiceCIDR", "", "kubernetes");
        range.putObject("spec").putArray("cidrs").add("10.96.0.0/12");
        range.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("lastTransitionTime", now.toString())
                .put("reason", "")
                .put("message", "Kubernetes default Service CIDR is ready");
        return range;
    }

    private static ObjectNode address() {
        ObjectNode address = object("networking.k8s.io/v1", "IPAddress", "", "10.96.0.1");
        labelled(address, "ipaddress.kubernetes.io/ip-family", "IPv4");
        labelled(address, "ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io");
        address.putObject("spec")
                .putObject("parentRef")
                .put("resource", "services")
                .put("namespace", "default")
                .put("name", "kubernetes");
        return address;
    }

    private static ObjectNode priority(String name, int value, String description) {
        ObjectNode priority = object("scheduling.k8s.io/v1", "PriorityClass", "", name);
        ((ObjectNode) priority.path("metadata")).put("generation", 1);
        return priority.put("value", value)
                .put("description", description)
                .put("preemptionPolicy", "PreemptLowerPriority");
    }
}
