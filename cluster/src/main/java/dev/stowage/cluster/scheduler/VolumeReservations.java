package dev.stowage.cluster.scheduler;

import dev.stowage.cluster.scheduler.SchedulingDecision.Fit;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Reservations of pods that the objects do not show, or not yet.
///
/// @param volumes the claim that each volume is reserved for, by the volume's name
/// @param nodes where the volume of a claim will be provisioned
/// @param spent bytes of each capacity object
/// @param single the pod that uses a claim with ReadWriteOncePod
record VolumeReservations(
        Map<String, PersistentVolumeClaim> volumes,
        Map<NamespacedName, String> nodes,
        Map<NamespacedName, Long> spent,
        Map<NamespacedName, NamespacedName> single) {
    static final VolumeReservations NOTHING = new VolumeReservations(Map.of(), Map.of(), Map.of(), Map.of());

    VolumeReservations plus(Pod pod, Fit fit, Map<NamespacedName, PersistentVolumeClaim> claims) {
        Map<String, PersistentVolumeClaim> moreVolumes = new HashMap<>(volumes);
        Map<NamespacedName, String> moreNodes = new HashMap<>(nodes);
        Map<NamespacedName, Long> moreSpent = new HashMap<>(spent);
        for (VolumeChoice volumeChoice : fit.choices()) {
            switch (volumeChoice) {
                case VolumeChoice.Take take ->
                    moreVolumes.put(take.volume().meta().name(), take.claim());
                case VolumeChoice.Provision made -> {
                    moreNodes.put(made.claim().key(), fit.node());
                    if (made.pool() != null && !nodes.containsKey(made.claim().key())) {
                        moreSpent.merge(made.pool(), made.claim().request().value(), Long::sum);
                    }
                }
            }
        }
        Map<NamespacedName, NamespacedName> moreSingle = new HashMap<>(single);
        singles(pod, claims).forEach(claim -> moreSingle.put(claim, pod.key()));
        return new VolumeReservations(moreVolumes, moreNodes, moreSpent, moreSingle);
    }

    VolumeReservations minus(Collection<Pod> gone) {
        List<NamespacedName> pods = gone.stream().map(Pod::key).toList();
        Map<NamespacedName, NamespacedName> left = new HashMap<>(single);
        left.values().removeIf(pods::contains);
        return new VolumeReservations(volumes, nodes, spent, left);
    }

    /// The claims of a pod with ReadWriteOncePod.
    static List<NamespacedName> singles(Pod pod, Map<NamespacedName, PersistentVolumeClaim> claims) {
        return pod.claims().stream()
                .map(name -> claims.get(new NamespacedName(pod.meta().namespace(), name)))
                .filter(Objects::nonNull)
                .filter(claim -> claim.accessModes().contains(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD))
                .map(PersistentVolumeClaim::key)
                .toList();
    }
}
