package dev.stowage.cluster.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A port of a Service, as a pod has it.
///
/// @param name empty when the port of the Service has no name
/// @param appProtocol empty when there is none
record EndpointPort(String name, int number, String protocol, String appProtocol) {

    /// The ports that the pod has. A named target port that no container declares is left out.
    static List<EndpointPort> of(Service service, Pod pod) {
        List<EndpointPort> ports = new ArrayList<>();
        for (Service.Port port : service.ports()) {
            number(port, pod)
                    .ifPresent(number ->
                            ports.add(new EndpointPort(port.name(), number, port.protocol(), port.appProtocol())));
        }
        return List.copyOf(ports);
    }

    private static Optional<Integer> number(Service.Port port, Pod pod) {
        if (port.target().matches("[0-9]{1,5}")) {
            return Optional.of(Integer.valueOf(port.target()));
        }
        return pod.network().ports().stream()
                .filter(one ->
                        one.name().equals(port.target()) && one.protocol().equals(port.protocol()))
                .map(one -> one.number())
                .findFirst();
    }

    /// Endpoints leave an empty name out; slices have it.
    void writeTo(ObjectNode node, boolean withEmptyName) {
        if (!name.isEmpty() || withEmptyName) {
            node.put("name", name);
        }
        node.put("port", number).put("protocol", protocol);
        if (!appProtocol.isEmpty()) {
            node.put("appProtocol", appProtocol);
        }
    }
}
