package dev.stowage.control.schedule;

import dev.stowage.kube.model.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What the pods of a node take of it.
///
/// @param requests thousandths, by resource
/// @param ports protocol and port
/// @param volumes driver by the volume's unique name: a volume of two pods counts once
record Load(Map<String, Long> requests, Set<String> ports, Map<String, String> volumes) {

    static Load of(Collection<NodeView.Placed> pods) {
        Map<String, Long> requests = new HashMap<>();
        Set<String> ports = new HashSet<>();
        Map<String, String> volumes = new HashMap<>();
        for (NodeView.Placed placed : pods) {
            placed.pod().scheduling().requests().forEach((name, amount) -> requests.merge(name, amount, Long::sum));
            ports.addAll(placed.pod().scheduling().hostPorts());
            volumes.putAll(placed.volumes());
        }
        return new Load(requests, ports, volumes);
    }

    Load plus(Pod pod, Map<String, String> more) {
        Map<String, Long> sum = new HashMap<>(requests);
        pod.scheduling().requests().forEach((resource, amount) -> sum.merge(resource, amount, Long::sum));
        return new Load(sum, joined(pod), joined(more));
    }

    long requested(String resource) {
        return requests.getOrDefault(resource, 0L);
    }

    private Set<String> joined(Pod pod) {
        if (pod.scheduling().hostPorts().isEmpty()) {
            return ports;
        }
        Set<String> all = new HashSet<>(ports);
        all.addAll(pod.scheduling().hostPorts());
        return all;
    }

    private Map<String, String> joined(Map<String, String> more) {
        if (more.isEmpty()) {
            return volumes;
        }
        Map<String, String> all = new HashMap<>(volumes);
        all.putAll(more);
        return all;
    }
}
