package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.VolumeClaimMatch;
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

/// Builds the state of a round. The pods that are being bound are read before anything else: a pod that
/// arrives in the meantime is then seen twice and counted once, never missed.
final class SchedulingStateReader {
    private final SchedulerInformers informers;
    private final Map<String, List<Pod>> placed = new HashMap<>();
    private final Map<NamespacedName, PersistentVolumeClaim> claims = new HashMap<>();
    private final Map<String, PersistentVolume> volumes = new HashMap<>();

    private SchedulingStateReader(SchedulerInformers informers) {
        this.informers = informers;
    }

    /// @param recent volumes that were created a moment ago, by claim
    static SchedulingState read(
            SchedulerInformers informers,
            Collection<Pod> wanted,
            Collection<AssumedPod> assumed,
            Map<NamespacedName, ObjectMeta> recent) {
        SchedulingStateReader schedulingStateReader = new SchedulingStateReader(informers);
        schedulingStateReader.place(assumed);
        schedulingStateReader.placed.values().forEach(pods -> pods.forEach(schedulingStateReader::claimsOf));
        wanted.forEach(schedulingStateReader::claimsOf);
        StorageState storageState = schedulingStateReader.storage(assumed, recent);
        return new SchedulingState(
                schedulingStateReader.nodes(storageState),
                storageState,
                byName(informers.namespaces.all(), namespace -> namespace.meta().name()).entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                entry -> entry.getValue().meta().labels())));
    }

    private void place(Collection<AssumedPod> assumed) {
        Set<String> there = new HashSet<>();
        for (Pod pod : informers.pods.all()) {
            if (!pod.nodeName().isEmpty() && !pod.isOver()) {
                placed.computeIfAbsent(pod.nodeName(), _ -> new ArrayList<>()).add(pod);
                there.add(pod.meta().uid());
            }
        }
        for (AssumedPod one : assumed) {
            if (!there.contains(one.pod().meta().uid())) {
                placed.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one.pod());
            }
        }
    }

    private void claimsOf(Pod pod) {
        for (String name : pod.claims()) {
            informers
                    .claims
                    .find(new NamespacedName(pod.meta().namespace(), name))
                    .ifPresent(claim -> {
                        claims.put(claim.key(), claim);
                        informers
                                .volumes
                                .find(claim.volumeName())
                                .ifPresent(volume -> volumes.put(claim.volumeName(), volume));
                    });
        }
    }

    private StorageState storage(Collection<AssumedPod> assumed, Map<NamespacedName, ObjectMeta> recent) {
        List<CsiStorageCapacity> capacities = informers.capacities.all().stream()
                .sorted(Comparator.comparing(pool -> pool.key().toString()))
                .toList();
        Set<String> names = claims.values().stream()
                .filter(claim -> claim.volumeName().isEmpty())
                .map(VolumeClaimMatch::classOf)
                .collect(Collectors.toSet());
        return new StorageState(
                claims,
                volumes,
                names.stream().collect(Collectors.toMap(Function.identity(), this::unbound)),
                byName(informers.classes.all(), found -> found.meta().name()),
                byName(informers.drivers.all(), driver -> driver.meta().name()),
                capacities,
                promised(assumed, recent, capacities));
    }

    /// Sorted by name: of two equal ones, always the same is taken.
    private List<PersistentVolume> unbound(String storageClass) {
        return informers.unboundOf(storageClass).stream()
                .sorted(Comparator.comparing(volume -> volume.meta().name()))
                .toList();
    }

    private static <T> Map<String, T> byName(Collection<T> all, Function<T, String> name) {
        return all.stream().collect(Collectors.toMap(name, Function.identity(), (some, _) -> some));
    }

    private VolumeReservations promised(
            Collection<AssumedPod> assumed,
            Map<NamespacedName, ObjectMeta> recent,
            List<CsiStorageCapacity> capacities) {
        Map<String, PersistentVolumeClaim> taken = new HashMap<>();
        Map<NamespacedName, String> made = new HashMap<>();
        Map<NamespacedName, PendingProvision> spendings = new HashMap<>();
        for (AssumedPod one : assumed) {
            for (VolumeChoice volumeChoice : one.choices()) {
                switch (volumeChoice) {
                    case VolumeChoice.Take take ->
                        taken.put(take.volume().meta().name(), take.claim());
                    case VolumeChoice.Provision provision -> {
                        made.put(provision.claim().key(), one.node());
                        spend(spendings, provision.claim(), one.node(), provision.pool(), recent);
                    }
                }
            }
        }
        for (PersistentVolumeClaim claim : informers.underWay()) {
            String node = claim.meta().annotation(VolumeAnnotations.SELECTED_NODE);
            made.putIfAbsent(claim.key(), node);
            spend(spendings, claim, node, null, recent);
        }
        recent.keySet()
                .forEach(key -> informers
                        .claims
                        .find(key)
                        .ifPresent(claim -> spend(
                                spendings,
                                claim,
                                claim.meta().annotation(VolumeAnnotations.SELECTED_NODE),
                                null,
                                recent)));
        Map<NamespacedName, NamespacedName> single = new HashMap<>();
        placed.values()
                .forEach(pods -> pods.forEach(
                        pod -> VolumeReservations.singles(pod, claims).forEach(claim -> single.put(claim, pod.key()))));
        return new VolumeReservations(taken, made, PendingProvision.sum(spendings.values(), capacities), single);
    }

    private void spend(
            Map<NamespacedName, PendingProvision> spendings,
            PersistentVolumeClaim claim,
            String node,
            @Nullable NamespacedName pool,
            Map<NamespacedName, ObjectMeta> recent) {
        informers
                .nodes
                .find(node)
                .ifPresent(found -> spendings.putIfAbsent(
                        claim.key(), new PendingProvision(claim, found.meta(), pool, recent.get(claim.key()))));
    }

    private SortedMap<String, NodeInfo> nodes(StorageState storageState) {
        Map<String, Map<String, String>> attached = new HashMap<>();
        for (VolumeAttachment attachment : informers.attachments.all()) {
            informers
                    .volumes
                    .find(attachment.volumeName())
                    .map(CsiVolumeUsage::translated)
                    .map(PersistentVolume::csi)
                    .ifPresent(csi -> attached.computeIfAbsent(attachment.nodeName(), _ -> new HashMap<>())
                            .put(CsiVolumeUsage.name(attachment.attacher(), csi.handle()), attachment.attacher()));
        }
        SortedMap<String, NodeInfo> nodes = new TreeMap<>();
        for (Node node : informers.nodes.all()) {
            String name = node.meta().name();
            List<NodeInfo.PlacedPod> there = placed.getOrDefault(name, List.of()).stream()
                    .map(pod -> new NodeInfo.PlacedPod(pod, CsiVolumeUsage.of(pod, storageState)))
                    .toList();
            nodes.put(
                    name,
                    NodeInfo.of(
                            node,
                            informers.csiNodes.find(name).orElse(null),
                            attached.getOrDefault(name, Map.of()),
                            there));
        }
        return nodes;
    }
}
