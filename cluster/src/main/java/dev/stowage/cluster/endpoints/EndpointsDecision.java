package dev.stowage.cluster.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.ServiceKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.model.Endpoints;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The Endpoints object of a Service.
final class EndpointsDecision {
    private final Service service;
    private final Collection<Pod> pods;

    private EndpointsDecision(Service service, Collection<Pod> pods) {
        this.service = service;
        this.pods = pods;
    }

    /// @param current null when there is none
    static Optional<ClusterAction> decide(Service service, Collection<Pod> pods, @Nullable Endpoints current) {
        if (service.isExternalName() || service.selector().isEmpty()) {
            return Optional.empty();
        }
        var decision = new EndpointsDecision(service, pods);
        ArrayNode subsets = decision.subsets();
        Map<String, String> labels = decision.labels();
        if (current == null) {
            return Optional.of(decision.create(subsets, labels));
        }
        boolean same = current.meta().labels().equals(labels)
                && (current.subsets().equals(subsets)
                        || (subsets.isEmpty() && current.subsets().isEmpty()));
        return same ? Optional.empty() : Optional.of(change(current, subsets, labels));
    }

    private ClusterAction create(ArrayNode subsets, Map<String, String> labels) {
        ObjectNode endpoints = Json.object();
        ObjectNode meta =
                endpoints.putObject("metadata").put("name", service.meta().name());
        labels.forEach(meta.putObject("labels")::put);
        endpoints.set("subsets", subsets);
        return new ClusterAction.Create<>(Kinds.ENDPOINTS, service.meta().namespace(), endpoints);
    }

    private static ClusterAction change(Endpoints current, ArrayNode subsets, Map<String, String> labels) {
        ObjectNode change = Json.object();
        ObjectNode merged = change.putObject("metadata").putObject("labels");
        current.meta().labels().keySet().forEach(merged::putNull);
        labels.forEach(merged::put);
        change.set("subsets", subsets);
        return new ClusterAction.PatchObject<>(
                Kinds.ENDPOINTS, current, Patch.merge(change).onlyIfUnchanged(current));
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>(service.meta().labels());
        labels.remove(ServiceKeys.HEADLESS);
        if (!service.hasClusterIp()) {
            labels.put(ServiceKeys.HEADLESS, "");
        }
        labels.put(ServiceKeys.ENDPOINTS_MANAGED_BY, ControllerName.ENDPOINTS.component());
        return labels;
    }

    /// Addresses with the same ports are one subset.
    private ArrayNode subsets() {
        Map<List<EndpointPort>, List<PodAddress>> groups = new LinkedHashMap<>();
        for (PodAddress address :
                PodAddress.of(service, pods, PodAddress.families(service).getFirst())) {
            boolean isListed = !address.pod().isBeingDeleted() || service.publishesNotReady();
            boolean hasPort = !address.ports().isEmpty() || (service.ports().isEmpty() && service.isHeadless());
            if (isListed && hasPort) {
                groups.computeIfAbsent(address.ports(), _ -> new ArrayList<>()).add(address);
            }
        }
        ArrayNode subsets = Json.object().putArray("subsets");
        groups.forEach((ports, addresses) -> {
            ObjectNode subset = subsets.addObject();
            for (PodAddress address : addresses) {
                boolean isReady = service.publishesNotReady() || address.pod().isReady();
                writeAddress(
                        address,
                        subset.withArray(isReady ? "/addresses" : "/notReadyAddresses")
                                .addObject());
            }
            if (!ports.isEmpty()) {
                ArrayNode list = subset.putArray("ports");
                ports.forEach(port -> port.writeTo(list.addObject(), false));
            }
        });
        return subsets;
    }

    private void writeAddress(PodAddress address, ObjectNode node) {
        node.put("ip", address.ip());
        if (address.hasHostname(service)) {
            node.put("hostname", address.pod().network().hostname());
        }
        if (!address.pod().nodeName().isEmpty()) {
            node.put("nodeName", address.pod().nodeName());
        }
        address.writeTarget(node);
    }
}
