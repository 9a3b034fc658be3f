package dev.stowage.cluster.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// An address of a pod that belongs to a Service.
record PodAddress(Pod pod, String ip, List<EndpointPort> ports) {
    private static final Comparator<PodAddress> BY_ADDRESS = Comparator.comparing(PodAddress::ip)
            .thenComparing(address -> address.pod().meta().uid());

    PodAddress {
        ports = List.copyOf(ports);
    }

    /// The addresses of one family, of all pods that are not over, in a fixed order.
    ///
    /// @param family `IPv4` or `IPv6`
    static List<PodAddress> of(Service service, Collection<Pod> pods, String family) {
        return pods.stream()
                .filter(pod -> service.selects(pod) && !pod.isOver())
                .flatMap(pod -> pod.network().ips().stream()
                        .filter(ip -> ip.contains(":") == family.equals("IPv6"))
                        .limit(1)
                        .map(ip -> new PodAddress(pod, ip, EndpointPort.of(service, pod))))
                .sorted(BY_ADDRESS)
                .toList();
    }

    static List<String> families(Service service) {
        if (!service.ipFamilies().isEmpty()) {
            return service.ipFamilies();
        }
        return List.of(service.clusterIp().contains(":") ? "IPv6" : "IPv4");
    }

    /// A pod has a name in the domain of its Service if it asks for one.
    boolean hasHostname(Service service) {
        return !pod.network().hostname().isEmpty()
                && pod.network().subdomain().equals(service.meta().name());
    }

    void writeTarget(ObjectNode endpoint) {
        endpoint.putObject("targetRef")
                .put("kind", "Pod")
                .put("namespace", pod.meta().namespace())
                .put("name", pod.meta().name())
                .put("uid", pod.meta().uid());
    }
}
