package dev.stowage.sim.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.sim.server.SimulatedApiServer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The kubelet: reports which volumes it uses, mounts attached ones, and unmounts them when the pod ends, in that
/// order. A disconnected one does nothing, and its pods keep running.
public final class SimulatedKubelet implements Actor {
    private final SimulatedApiServer server;
    private final SimulatedStorage simulatedStorage;
    private final String name;
    private final Map<String, Set<String>> mountedFor = new HashMap<>();
    private boolean cutOff;

    public SimulatedKubelet(SimulatedApiServer server, SimulatedStorage simulatedStorage, String name) {
        this.server = server;
        this.simulatedStorage = simulatedStorage;
        this.name = name;
    }

    public String name() {
        return name;
    }

    public boolean isCutOff() {
        return cutOff;
    }

    public void cutOff(boolean now) {
        cutOff = now;
    }

    @Override
    public boolean act() throws ApiFailure {
        if (cutOff) {
            return false;
        }
        Node node = server.find(Kinds.NODES, "", name).orElseThrow();
        List<Pod> pods = server.all(Kinds.PODS).stream()
                .filter(pod -> pod.nodeName().equals(name))
                .toList();
        return unmountEnded(pods) || tellUse(node, pods) || mountOne(node, pods);
    }

    private boolean unmountEnded(List<Pod> pods) throws ApiFailure {
        Set<String> wanted = new HashSet<>();
        for (Pod pod : pods) {
            if (!pod.isBeingDeleted()) {
                wanted.add(pod.meta().uid());
            }
        }
        for (Map.Entry<String, Set<String>> entry : mountedFor.entrySet()) {
            if (!wanted.contains(entry.getKey())) {
                Set<String> handles = entry.getValue();
                mountedFor.remove(entry.getKey());
                handles.forEach(this::unmountUnlessShared);
                return true;
            }
        }
        for (Pod pod : pods) {
            if (pod.isBeingDeleted()) {
                server.delete(Kinds.PODS, pod, true);
                return true;
            }
        }
        return false;
    }

    private void unmountUnlessShared(String handle) {
        if (mountedFor.values().stream().noneMatch(handles -> handles.contains(handle))) {
            simulatedStorage.unmount(handle, name);
        }
    }

    private boolean tellUse(Node node, List<Pod> pods) throws ApiFailure {
        Set<String> use = new TreeSet<>();
        for (Pod pod : pods) {
            if (!pod.isBeingDeleted()) {
                handles(pod).forEach(handle -> use.add(SimulationConstants.unique(handle)));
            }
        }
        mountedFor.values().forEach(handles -> handles.forEach(handle -> use.add(SimulationConstants.unique(handle))));
        if (use.equals(node.inUse())) {
            return false;
        }
        ObjectNode change = Json.object();
        ArrayNode names = change.putObject("status").putArray("volumesInUse");
        use.forEach(names::add);
        server.patch(Kinds.NODES, node, Patch.merge(change).status());
        return true;
    }

    private boolean mountOne(Node node, List<Pod> pods) {
        for (Pod pod : pods) {
            Set<String> mounted = mountedFor.getOrDefault(pod.meta().uid(), Set.of());
            for (String handle : handles(pod)) {
                boolean reported = node.inUse().contains(SimulationConstants.unique(handle))
                        && node.attached().stream()
                                .anyMatch(volume -> volume.name().equals(SimulationConstants.unique(handle)));
                if (!pod.isBeingDeleted() && reported && !mounted.contains(handle)) {
                    mountedFor
                            .computeIfAbsent(pod.meta().uid(), _ -> new TreeSet<>())
                            .add(handle);
                    simulatedStorage.mount(handle, name);
                    return true;
                }
            }
        }
        return false;
    }

    private List<String> handles(Pod pod) {
        return pod.claims().stream()
                .flatMap(claim -> server.find(Kinds.CLAIMS, pod.meta().namespace(), claim).stream())
                .filter(claim -> claim.status().isBound())
                .map(claim -> claim.volumeName())
                .toList();
    }
}
