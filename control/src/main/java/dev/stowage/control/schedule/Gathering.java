package dev.stowage.control.schedule;

import dev.stowage.control.bind.Fit;
import dev.stowage.control.bind.Names;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Puts together what a round of decisions looks at. The pods on their way are given, taken before anything is
/// read here: a pod that arrives meanwhile is then seen twice, and counted once; never not at all.
final class Gathering {
    private final Seen seen;
    private final Map<String, List<Pod>> placed = new HashMap<>();
    private final Map<NamespacedName, PersistentVolumeClaim> claims = new HashMap<>();
    private final Map<String, PersistentVolume> volumes = new HashMap<>();

    private Gathering(Seen seen) {
        this.seen = seen;
    }

    /// @param recent volumes that were made a moment ago, by claim
    static View view(Seen seen, Collection<Pod> wanted, Collection<Assumed> assumed, Map<NamespacedName, ObjectMeta> recent) {
        Gathering gathering = new Gathering(seen);
        gathering.place(assumed);
        gathering.placed.values().forEach(pods -> pods.forEach(gathering::claimsOf));
        wanted.forEach(gathering::claimsOf);
        Storage storage = gathering.storage(assumed, recent);
        return new View(
                gathering.nodes(storage),
                storage,
                byName(seen.namespaces.all(), namespace -> namespace.meta().name()).entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                entry -> entry.getValue().meta().labels())));
    }

    private void place(Collection<Assumed> assumed) {
        Set<String> there = new HashSet<>();
        for (Pod pod : seen.pods.all()) {
            if (!pod.nodeName().isEmpty() && !pod.isOver()) {
                placed.computeIfAbsent(pod.nodeName(), _ -> new ArrayList<>()).add(pod);
                there.add(pod.meta().uid());
            }
        }
        for (Assumed one : assumed) {
            if (!there.contains(one.pod().meta().uid())) {
                placed.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one.pod());
            }
        }
    }

    private void claimsOf(Pod pod) {
        for (String name : pod.claims()) {
            seen.claims.find(new NamespacedName(pod.meta().namespace(), name)).ifPresent(claim -> {
                claims.put(claim.key(), claim);
                seen.volumes.find(claim.volumeName()).ifPresent(volume -> volumes.put(claim.volumeName(), volume));
            });
        }
    }

    private Storage storage(Collection<Assumed> assumed, Map<NamespacedName, ObjectMeta> recent) {
        List<CsiStorageCapacity> capacities = seen.capacities.all().stream()
                .sorted(Comparator.comparing(pool -> pool.key().toString()))
                .toList();
        Set<String> names = claims.values().stream()
                .filter(claim -> claim.volumeName().isEmpty())
                .map(Fit::classOf)
                .collect(Collectors.toSet());
        return new Storage(
                claims,
                volumes,
                names.stream().collect(Collectors.toMap(Function.identity(), this::unbound)),
                byName(seen.classes.all(), found -> found.meta().name()),
                byName(seen.drivers.all(), driver -> driver.meta().name()),
                capacities,
                promised(assumed, recent, capacities));
    }

    /// In the order of names: of two that are as good, always the same is taken.
    private List<PersistentVolume> unbound(String storageClass) {
        return seen.unboundOf(storageClass).stream()
                .sorted(Comparator.comparing(volume -> volume.meta().name()))
                .toList();
    }

    private static <T> Map<String, T> byName(Collection<T> all, Function<T, String> name) {
        return all.stream().collect(Collectors.toMap(name, Function.identity(), (some, _) -> some));
    }

    private Promised promised(Collection<Assumed> assumed, Map<NamespacedName, ObjectMeta> recent, List<CsiStorageCapacity> capacities) {
        Map<String, PersistentVolumeClaim> taken = new HashMap<>();
        Map<NamespacedName, String> made = new HashMap<>();
        Map<NamespacedName, Spending> spendings = new HashMap<>();
        for (Assumed one : assumed) {
            for (Choice choice : one.choices()) {
                switch (choice) {
                    case Choice.Take take -> taken.put(take.volume().meta().name(), take.claim());
                    case Choice.Provision provision -> {
                        made.put(provision.claim().key(), one.node());
                        spend(spendings, provision.claim(), one.node(), provision.pool(), recent);
                    }
                }
            }
        }
        for (PersistentVolumeClaim claim : seen.underWay()) {
            String node = claim.meta().annotation(Names.SELECTED_NODE);
            made.putIfAbsent(claim.key(), node);
            spend(spendings, claim, node, null, recent);
        }
        recent.keySet()
                .forEach(key -> seen.claims
                        .find(key)
                        .ifPresent(claim ->
                                spend(spendings, claim, claim.meta().annotation(Names.SELECTED_NODE), null, recent)));
        Map<NamespacedName, NamespacedName> single = new HashMap<>();
        placed.values()
                .forEach(pods -> pods.forEach(
                        pod -> Promised.singles(pod, claims).forEach(claim -> single.put(claim, pod.key()))));
        return new Promised(taken, made, Spending.sum(spendings.values(), capacities), single);
    }

    private void spend(
            Map<NamespacedName, Spending> spendings, PersistentVolumeClaim claim, String node, @Nullable NamespacedName pool, Map<NamespacedName, ObjectMeta> recent) {
        seen.nodes
                .find(node)
                .ifPresent(found -> spendings.putIfAbsent(
                        claim.key(), new Spending(claim, found.meta(), pool, recent.get(claim.key()))));
    }

    private SortedMap<String, NodeView> nodes(Storage storage) {
        Map<String, Map<String, String>> attached = new HashMap<>();
        for (VolumeAttachment attachment : seen.attachments.all()) {
            seen.volumes
                    .find(attachment.volumeName())
                    .map(CsiVolumes::translated)
                    .map(PersistentVolume::csi)
                    .ifPresent(csi -> attached.computeIfAbsent(attachment.nodeName(), _ -> new HashMap<>())
                            .put(CsiVolumes.name(attachment.attacher(), csi.handle()), attachment.attacher()));
        }
        SortedMap<String, NodeView> nodes = new TreeMap<>();
        for (Node node : seen.nodes.all()) {
            String name = node.meta().name();
            List<NodeView.Placed> there = placed.getOrDefault(name, List.of()).stream()
                    .map(pod -> new NodeView.Placed(pod, CsiVolumes.of(pod, storage)))
                    .toList();
            nodes.put(
                    name,
                    NodeView.of(
                            node, seen.csiNodes.find(name).orElse(null), attached.getOrDefault(name, Map.of()), there));
        }
        return nodes;
    }
}
