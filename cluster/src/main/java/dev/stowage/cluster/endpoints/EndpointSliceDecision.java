package dev.stowage.cluster.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.ServiceKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.EndpointSlice;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Service;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The EndpointSlices of a Service. An endpoint stays in the slice that it is in.
final class EndpointSliceDecision {
    static final int MOST_IN_A_SLICE = 100;

    private final EndpointSliceState state;
    private final Service service;
    private final NameGenerator names;
    private final List<ClusterAction> writes = new ArrayList<>();
    private final List<ClusterAction> deletions = new ArrayList<>();

    private EndpointSliceDecision(EndpointSliceState state, NameGenerator names) {
        this.state = state;
        this.service = state.service();
        this.names = names;
    }

    /// Slices are deleted last: clients never see an endpoint in none.
    static List<ClusterAction> decide(EndpointSliceState state, NameGenerator names) {
        Service service = state.service();
        if (service.isExternalName() || service.selector().isEmpty() || service.isBeingDeleted()) {
            return List.of();
        }
        var decision = new EndpointSliceDecision(state, names);
        List<String> families = PodAddress.families(service);
        families.forEach(decision::decideFamily);
        state.slices().stream()
                .filter(slice -> !families.contains(slice.addressType()))
                .forEach(decision::delete);
        decision.writes.addAll(decision.deletions);
        return List.copyOf(decision.writes);
    }

    private void decideFamily(String family) {
        Map<ArrayNode, Map<String, ObjectNode>> groups = new LinkedHashMap<>();
        for (PodAddress address : PodAddress.of(service, state.pods(), family)) {
            Node node = state.node(address.pod().nodeName()).orElse(null);
            // Without its node a pod is about to be deleted, unless the Service wants addresses in any case.
            if (node != null || service.publishesNotReady()) {
                groups.computeIfAbsent(ports(address.ports()), _ -> new LinkedHashMap<>())
                        .put(address.pod().meta().uid(), endpoint(address, node));
            }
        }
        if (groups.isEmpty()) {
            // One empty slice shows that the Service has no endpoints.
            groups.put(ports(List.of()), Map.of());
        }
        List<EndpointSlice> left = new ArrayList<>(state.slices().stream()
                .filter(slice -> slice.addressType().equals(family))
                .sorted(Comparator.comparing(slice -> slice.meta().name()))
                .toList());
        groups.forEach((ports, endpoints) -> decidePorts(family, ports, endpoints, left));
        left.forEach(this::delete);
    }

    private void decidePorts(
            String family, ArrayNode ports, Map<String, ObjectNode> endpoints, List<EndpointSlice> left) {
        List<EndpointSlice> slices = left.stream()
                .filter(slice -> slice.ports().equals(ports)
                        || (ports.isEmpty() && slice.ports().isEmpty()))
                .toList();
        Map<String, ObjectNode> unplaced = new LinkedHashMap<>(endpoints);
        Map<EndpointSlice, List<ObjectNode>> placed = new LinkedHashMap<>();
        slices.forEach(slice -> placed.put(slice, keep(slice, unplaced)));
        placed.values().forEach(kept -> fill(kept, unplaced));
        boolean mayBeEmpty = endpoints.isEmpty();
        for (Map.Entry<EndpointSlice, List<ObjectNode>> entry : placed.entrySet()) {
            if (!entry.getValue().isEmpty() || mayBeEmpty) {
                mayBeEmpty = false;
                left.remove(entry.getKey());
                update(entry.getKey(), list(entry.getValue()));
            }
        }
        while (!unplaced.isEmpty() || mayBeEmpty) {
            mayBeEmpty = false;
            List<ObjectNode> some = new ArrayList<>();
            fill(some, unplaced);
            create(family, ports, list(some));
        }
    }

    private static List<ObjectNode> keep(EndpointSlice slice, Map<String, ObjectNode> unplaced) {
        List<ObjectNode> kept = new ArrayList<>();
        for (JsonNode endpoint : slice.endpoints()) {
            ObjectNode wanted =
                    unplaced.remove(endpoint.path("targetRef").path("uid").asText(""));
            if (wanted != null) {
                kept.add(wanted);
            }
        }
        return kept;
    }

    private static void fill(List<ObjectNode> kept, Map<String, ObjectNode> unplaced) {
        var rest = unplaced.values().iterator();
        while (kept.size() < MOST_IN_A_SLICE && rest.hasNext()) {
            kept.add(rest.next());
            rest.remove();
        }
    }

    private void create(String family, ArrayNode ports, ArrayNode endpoints) {
        ObjectNode slice = Json.object();
        String prefix = service.meta().name() + "-";
        ObjectNode meta =
                slice.putObject("metadata").put("name", names.generate(prefix)).put("generateName", prefix);
        labels().forEach(meta.putObject("labels")::put);
        meta.putArray("ownerReferences").add(OwnerReferences.reference(Kinds.SERVICES, service));
        slice.put("addressType", family);
        slice.set("endpoints", endpoints);
        slice.set("ports", ports.deepCopy());
        writes.add(
                new ClusterAction.Create<>(Kinds.ENDPOINT_SLICES, service.meta().namespace(), slice));
    }

    private void update(EndpointSlice slice, ArrayNode endpoints) {
        boolean sameEndpoints =
                slice.endpoints().equals(endpoints) || (slice.endpoints().isEmpty() && endpoints.isEmpty());
        if (sameEndpoints && slice.meta().labels().equals(labels())) {
            return;
        }
        ObjectNode change = Json.object();
        ObjectNode merged = change.putObject("metadata").putObject("labels");
        slice.meta().labels().keySet().forEach(merged::putNull);
        labels().forEach(merged::put);
        change.set("endpoints", endpoints);
        writes.add(new ClusterAction.PatchObject<>(
                Kinds.ENDPOINT_SLICES, slice, Patch.merge(change).onlyIfUnchanged(slice)));
    }

    private void delete(EndpointSlice slice) {
        deletions.add(new ClusterAction.Delete<>(Kinds.ENDPOINT_SLICES, slice));
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>(service.meta().labels());
        labels.remove(ServiceKeys.HEADLESS);
        if (!service.hasClusterIp()) {
            labels.put(ServiceKeys.HEADLESS, "");
        }
        labels.put(ServiceKeys.SERVICE_NAME, service.meta().name());
        labels.put(ServiceKeys.SLICE_MANAGED_BY, ServiceKeys.ENDPOINT_SLICE_CONTROLLER);
        return labels;
    }

    private ObjectNode endpoint(PodAddress address, @Nullable Node node) {
        ObjectNode endpoint = Json.object();
        endpoint.putArray("addresses").add(address.ip());
        boolean serving = address.pod().isReady();
        boolean terminating = address.pod().isBeingDeleted();
        endpoint.putObject("conditions")
                .put("ready", service.publishesNotReady() || (serving && !terminating))
                .put("serving", serving)
                .put("terminating", terminating);
        if (address.hasHostname(service)) {
            endpoint.put("hostname", address.pod().network().hostname());
        }
        address.writeTarget(endpoint);
        if (!address.pod().nodeName().isEmpty()) {
            endpoint.put("nodeName", address.pod().nodeName());
        }
        String zone = node == null ? "" : node.meta().labels().getOrDefault(NodeKeys.TOPOLOGY_ZONE, "");
        return zone.isEmpty() ? endpoint : endpoint.put("zone", zone);
    }

    private static ArrayNode ports(List<EndpointPort> ports) {
        ArrayNode list = Json.object().putArray("ports");
        ports.forEach(port -> port.writeTo(list.addObject(), true));
        return list;
    }

    private static ArrayNode list(List<ObjectNode> endpoints) {
        ArrayNode list = Json.object().putArray("endpoints");
        endpoints.forEach(list::add);
        return list;
    }
}
