package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.ArrayList;
import java.util.List;

/// Where a pod can be reached.
///
/// @param ips empty before the kubelet has reported any
/// @param ports those that its containers declare
public record PodNetwork(List<String> ips, String hostname, String subdomain, List<ContainerPort> ports) {

    public PodNetwork {
        ips = List.copyOf(ips);
        ports = List.copyOf(ports);
    }

    /// @param name empty for a port without a name
    public record ContainerPort(String name, int number, String protocol) {

        static ContainerPort read(JsonNode port) {
            return new ContainerPort(
                    JsonFields.shared(port, "name"), port.path("containerPort").asInt(), PodNetwork.protocol(port));
        }
    }

    static PodNetwork read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        List<String> ips = JsonFields.list(status.path("podIPs"), ip -> JsonFields.text(ip, "ip"));
        String first = JsonFields.text(status, "podIP");
        return new PodNetwork(
                ips.isEmpty() && !first.isEmpty() ? List.of(first) : ips,
                JsonFields.text(spec, "hostname"),
                JsonFields.shared(spec, "subdomain"),
                ports(spec));
    }

    /// Those of containers come first; init containers count when they run beside them.
    private static List<ContainerPort> ports(JsonNode spec) {
        List<ContainerPort> ports = new ArrayList<>();
        for (JsonNode container : spec.path("containers")) {
            ports.addAll(JsonFields.list(container.path("ports"), ContainerPort::read));
        }
        for (JsonNode container : spec.path("initContainers")) {
            if (JsonFields.text(container, "restartPolicy").equals("Always")) {
                ports.addAll(JsonFields.list(container.path("ports"), ContainerPort::read));
            }
        }
        return ports;
    }

    static String protocol(JsonNode port) {
        String protocol = JsonFields.shared(port, "protocol");
        return protocol.isEmpty() ? "TCP" : protocol;
    }
}
