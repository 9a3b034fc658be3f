package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What the pods of a node use.
///
/// @param requests thousandths, by resource
/// @param ports protocol and port
/// @param volumes driver by the volume's unique name: a volume of two pods counts once
record NodeUsage(Map<String, Long> requests, Set<String> ports, Map<String, String> volumes) {

    static NodeUsage of(Collection<NodeInfo.PlacedPod> pods) {
        Map<String, Long> requests = new HashMap<>();
        Set<String> ports = new HashSet<>();
        Map<String, String> volumes = new HashMap<>();
        for (NodeInfo.PlacedPod placedPod : pods) {
            placedPod.pod().scheduling().requests().forEach((name, amount) -> requests.merge(name, amount, Long::sum));
            ports.addAll(placedPod.pod().scheduling().hostPorts());
            volumes.putAll(placedPod.volumes());
        }
        return new NodeUsage(requests, ports, volumes);
    }

    NodeUsage plus(Pod pod, Map<String, String> more) {
        Map<String, Long> sum = new HashMap<>(requests);
        pod.scheduling().requests().forEach((resource, amount) -> sum.merge(resource, amount, Long::sum));
        return new NodeUsage(sum, joined(pod), joined(more));
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
