package dev.stowage.apiserver.authorization.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.StoreIndex;
import dev.stowage.k8s.names.StaticPodAnnotations;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// How objects belong to nodes: a secret to a pod, the pod to its node; or a secret to a volume, the volume to a
/// claim, the claim to a pod. One thread changes it at a time; any thread can read it meanwhile.
final class NodeGraph implements StoreIndex.Content {
    static final String PODS = "pods";
    static final String VOLUMES = "persistentvolumes";
    static final String ATTACHMENTS = "volumeattachments.storage.k8s.io";
    static final String SLICES = "resourceslices.resource.k8s.io";

    private static final String MIRROR = StaticPodAnnotations.MIRROR;

    /// The objects that connect others with nodes.
    static final List<String> RESOURCES = List.of(PODS, VOLUMES, ATTACHMENTS, SLICES);

    /// The node of a pod, an attachment or a slice.
    private final Map<ObjectKey, String> nodes = new ConcurrentHashMap<>();

    /// From each object to those that use it.
    private final Map<ObjectKey, Set<ObjectKey>> users = new ConcurrentHashMap<>();

    /// The edges that follow from one object, so that they can be removed with it.
    private final Map<ObjectKey, Set<Edge>> edges = new ConcurrentHashMap<>();

    /// @param used may be read by the node of its user
    record Edge(ObjectKey used, ObjectKey user) {}

    @Override
    public void put(ObjectKey key, ObjectNode object) {
        String node = JsonTree.text(object, "spec", "nodeName");
        switch (key.resource()) {
            case PODS -> {
                bind(key, node);
                replace(key, node.isEmpty() ? Set.of() : edges(key, object));
            }
            case VOLUMES -> replace(key, VolumeReferences.of(key, object));
            default -> bind(key, node);
        }
    }

    /// A kubelet creates mirror pods itself, and must not get access to other objects by that.
    private static Set<Edge> edges(ObjectKey pod, ObjectNode object) {
        return JsonTree.has(object, "metadata", "annotations", MIRROR)
                ? Set.of()
                : PodReferences.of(object).stream()
                        .map(used -> new Edge(used, pod))
                        .collect(Collectors.toUnmodifiableSet());
    }

    private void bind(ObjectKey key, String node) {
        if (node.isEmpty()) {
            nodes.remove(key);
        } else {
            nodes.put(key, node);
        }
    }

    private void replace(ObjectKey key, Set<Edge> next) {
        Set<Edge> before = edges.getOrDefault(key, Set.of());
        if (before.equals(next)) {
            return;
        }
        // The new ones are added before the old ones are removed: access by both is never missing.
        next.forEach(edge -> users.computeIfAbsent(edge.used(), _ -> ConcurrentHashMap.newKeySet())
                .add(edge.user()));
        for (Edge edge : before) {
            if (!next.contains(edge)) {
                drop(edge);
            }
        }
        if (next.isEmpty()) {
            edges.remove(key);
        } else {
            edges.put(key, next);
        }
    }

    private void drop(Edge edge) {
        users.computeIfPresent(edge.used(), (_, using) -> {
            using.remove(edge.user());
            return using.isEmpty() ? null : using;
        });
    }

    @Override
    public void remove(ObjectKey key) {
        nodes.remove(key);
        replace(key, Set.of());
    }

    /// Whether an object belongs to a node, through however many others.
    boolean connects(ObjectKey object, String node) {
        return connects(object, node, new HashSet<>());
    }

    private boolean connects(ObjectKey object, String node, Set<ObjectKey> visited) {
        if (node.equals(nodes.get(object))) {
            return true;
        }
        for (ObjectKey user : users.getOrDefault(object, Set.of())) {
            if (visited.add(user) && connects(user, node, visited)) {
                return true;
            }
        }
        return false;
    }
}
