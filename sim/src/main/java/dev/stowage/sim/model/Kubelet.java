package dev.stowage.sim.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.sim.server.World;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A node's agent: says which volumes it uses, mounts what is attached, and lets go when the pod ends, in that order.
/// One that is cut off does nothing, and its pods go on.
public final class Kubelet implements Actor {
    private final World world;
    private final Storage storage;
    private final String name;
    private final Map<String, Set<String>> mountedFor = new HashMap<>();
    private boolean cutOff;

    public Kubelet(World world, Storage storage, String name) {
        this.world = world;
        this.storage = storage;
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
        Node node = world.find(Kinds.NODES, "", name).orElseThrow();
        List<Pod> pods = world.all(Kinds.PODS).stream()
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
                world.delete(Kinds.PODS, pod, true);
                return true;
            }
        }
        return false;
    }

    private void unmountUnlessShared(String handle) {
        if (mountedFor.values().stream().noneMatch(handles -> handles.contains(handle))) {
            storage.unmount(handle, name);
        }
    }

    private boolean tellUse(Node node, List<Pod> pods) throws ApiFailure {
        Set<String> use = new TreeSet<>();
        for (Pod pod : pods) {
            if (!pod.isBeingDeleted()) {
                handles(pod).forEach(handle -> use.add(Names.unique(handle)));
            }
        }
        mountedFor.values().forEach(handles -> handles.forEach(handle -> use.add(Names.unique(handle))));
        if (use.equals(node.inUse())) {
            return false;
        }
        ObjectNode change = Json.object();
        ArrayNode names = change.putObject("status").putArray("volumesInUse");
        use.forEach(names::add);
        world.patch(Kinds.NODES, node, Patch.merge(change).status());
        return true;
    }

    private boolean mountOne(Node node, List<Pod> pods) {
        for (Pod pod : pods) {
            Set<String> mounted = mountedFor.getOrDefault(pod.meta().uid(), Set.of());
            for (String handle : handles(pod)) {
                boolean told = node.inUse().contains(Names.unique(handle))
                        && node.attached().stream()
                                .anyMatch(volume -> volume.name().equals(Names.unique(handle)));
                if (!pod.isBeingDeleted() && told && !mounted.contains(handle)) {
                    mountedFor
                            .computeIfAbsent(pod.meta().uid(), _ -> new TreeSet<>())
                            .add(handle);
                    storage.mount(handle, name);
                    return true;
                }
            }
        }
        return false;
    }

    private List<String> handles(Pod pod) {
        return pod.claims().stream()
                .flatMap(claim -> world.find(Kinds.CLAIMS, pod.meta().namespace(), claim).stream())
                .filter(claim -> claim.status().isBound())
                .map(claim -> claim.volumeName())
                .toList();
    }
}
