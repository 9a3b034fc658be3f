package dev.stowage.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.model.ObjectMeta;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The fields of a pod that the downward API exposes in files and environment variables.
public final class FieldRefs {
    private static final String ANNOTATIONS = "metadata.annotations";
    private static final String LABELS = "metadata.labels";

    private FieldRefs() {}

    /// @param ips the pod's addresses, the primary one first; empty while it has none
    public record Addresses(List<String> hosts, List<String> ips) {
        public Addresses {
            hosts = List.copyOf(hosts);
            ips = List.copyOf(ips);
        }
    }

    /// A field for a file of the downward API.
    ///
    /// @throws IOException when there is no such field, with a text for the user
    public static String value(NodePod pod, String field) throws IOException {
        ObjectMeta meta = pod.meta();
        int subscript = field.indexOf("['");
        if (subscript > 0 && field.endsWith("']")) {
            String key = field.substring(subscript + 2, field.length() - 2);
            return switch (field.substring(0, subscript)) {
                case ANNOTATIONS -> meta.annotations().getOrDefault(key, "");
                case LABELS -> meta.labels().getOrDefault(key, "");
                default -> throw new IOException("fieldPath \"" + field + "\" does not support subscript");
            };
        }
        return switch (field) {
            case ANNOTATIONS -> lines(meta.annotations());
            case LABELS -> lines(meta.labels());
            case "metadata.name" -> meta.name();
            case "metadata.namespace" -> meta.namespace();
            case "metadata.uid" -> meta.uid();
            default -> throw new IOException("unsupported fieldPath: " + field);
        };
    }

    /// A field for environment variables, including those that are known only when the pod starts.
    public static String value(NodePod pod, String field, Addresses addresses) throws IOException {
        return switch (field) {
            case "spec.nodeName" -> pod.spec().path("nodeName").asText("");
            case "spec.serviceAccountName" ->
                pod.spec().path("serviceAccountName").asText("");
            case "status.hostIP" -> first(addresses.hosts());
            case "status.hostIPs" -> String.join(",", addresses.hosts());
            case "status.podIP" -> first(addresses.ips());
            case "status.podIPs" -> String.join(",", addresses.ips());
            default -> value(pod, field);
        };
    }

    /// @param ref a `resourceFieldRef`
    /// @param own the container of the reference when it names none; a missing node for files, which must name
    /// it
    /// @param allocatable the allocatable resources of the node in thousandths: the limit of a container
    /// without one
    public static String resource(NodePod pod, JsonNode ref, JsonNode own, Map<String, Long> allocatable)
            throws IOException {
        String name = ref.path("containerName").asText("");
        return ResourceFieldRefs.value(name.isEmpty() ? own : container(pod, name), pod.spec(), ref, allocatable);
    }

    private static JsonNode container(NodePod pod, String name) throws IOException {
        for (List<JsonNode> some : List.of(pod.containers(), pod.initContainers())) {
            for (JsonNode container : some) {
                if (container.path("name").asText("").equals(name)) {
                    return container;
                }
            }
        }
        throw new IOException("container " + name + " not found");
    }

    private static String first(List<String> addresses) {
        return addresses.isEmpty() ? "" : addresses.getFirst();
    }

    private static String lines(Map<String, String> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + GoQuote.of(entry.getValue()))
                        .collect(Collectors.joining("\n"));
    }
}
