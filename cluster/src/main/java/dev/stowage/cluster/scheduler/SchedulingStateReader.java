package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.VolumeAnnotations;
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

/// Puts together what a round of decisions looks at. The pods on their way are given, taken before anything is
/// read here: a pod that arrives meanwhile is then seen twice, and counted once; never not at all.
final class SchedulingStateReader {
    private final SchedulerInformers schedulerInformers;
    private final Map<String, List<Pod>> placed = new HashMap<>();
    private final Map<NamespacedName, PersistentVolumeClaim> claims = new HashMap<>();
    private final Map<String, PersistentVolume> volumes = new HashMap<>();

    private SchedulingStateReader(SchedulerInformers schedulerInformers) {
        this.schedulerInformers = schedulerInformers;
    }

    /// @param recent volumes that were made a moment ago, by claim
    static SchedulingState read(
            SchedulerInformers schedulerInformers,
            Collection<Pod> wanted,
            Collection<AssumedPod> assumed,
            Map<NamespacedName, ObjectMeta> recent) {
        SchedulingStateReader schedulingStateReader = new SchedulingStateReader(schedulerInformers);
        schedulingStateReader.place(assumed);
        schedulingStateReader.placed.values().forEach(pods -> pods.forEach(schedulingStateReader::claimsOf));
        wanted.forEach(schedulingStateReader::claimsOf);
        StorageState storageState = schedulingStateReader.storage(assumed, recent);
        return new SchedulingState(
                schedulingStateReader.nodes(storageState),
                storageState,
                byName(
                                schedulerInformers.namespaces.all(),
                                namespace -> namespace.meta().name())
                        .entrySet()
                        .stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                entry -> entry.getValue().meta().labels())));
    }

    private void place(Collection<AssumedPod> assumed) {
        Set<String> there = new HashSet<>();
        for (Pod pod : schedulerInformers.pods.all()) {
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
            schedulerInformers
                    .claims
                    .find(new NamespacedName(pod.meta().namespace(), name))
                    .ifPresent(claim -> {
                        claims.put(claim.key(), claim);
                        schedulerInformers
                                .volumes
                                .find(claim.volumeName())
                                .ifPresent(volume -> volumes.put(claim.volumeName(), volume));
                    });
        }
    }

    private StorageState storage(Collection<AssumedPod> assumed, Map<NamespacedName, ObjectMeta> recent) {
        List<CsiStorageCapacity> capacities = schedulerInformers.capacities.all().stream()
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
                byName(schedulerInformers.classes.all(), found -> found.meta().name()),
                byName(schedulerInformers.drivers.all(), driver -> driver.meta().name()),
                capacities,
                promised(assumed, recent, capacities));
    }

    /// In the order of names: of two that are as good, always the same is taken.
    private List<PersistentVolume> unbound(String storageClass) {
        return schedulerInformers.unboundOf(storageClass).stream()
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
        for (PersistentVolumeClaim claim : schedulerInformers.underWay()) {
            String node = claim.meta().annotation(VolumeAnnotations.SELECTED_NODE);
            made.putIfAbsent(claim.key(), node);
            spend(spendings, claim, node, null, recent);
        }
        recent.keySet()
                .forEach(key -> schedulerInformers
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
        schedulerInformers
                .nodes
                .find(node)
                .ifPresent(found -> spendings.putIfAbsent(
                        claim.key(), new PendingProvision(claim, found.meta(), pool, recent.get(claim.key()))));
    }

    private SortedMap<String, NodeInfo> nodes(StorageState storageState) {
        Map<String, Map<String, String>> attached = new HashMap<>();
        for (VolumeAttachment attachment : schedulerInformers.attachments.all()) {
            schedulerInformers
                    .volumes
                    .find(attachment.volumeName())
                    .map(CsiVolumeUsage::translated)
                    .map(PersistentVolume::csi)
                    .ifPresent(csi -> attached.computeIfAbsent(attachment.nodeName(), _ -> new HashMap<>())
                            .put(CsiVolumeUsage.name(attachment.attacher(), csi.handle()), attachment.attacher()));
        }
        SortedMap<String, NodeInfo> nodes = new TreeMap<>();
        for (Node node : schedulerInformers.nodes.all()) {
            String name = node.meta().name();
            List<NodeInfo.PlacedPod> there = placed.getOrDefault(name, List.of()).stream()
                    .map(pod -> new NodeInfo.PlacedPod(pod, CsiVolumeUsage.of(pod, storageState)))
                    .toList();
            nodes.put(
                    name,
                    NodeInfo.of(
                            node,
                            schedulerInformers.csiNodes.find(name).orElse(null),
                            attached.getOrDefault(name, Map.of()),
                            there));
        }
        return nodes;
    }
}
