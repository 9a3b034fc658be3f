package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodVolume;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The claims of a pod, before any node is checked.
sealed interface PodClaims {
    Set<ClusterEvent> OWN = Set.of(ClusterEvent.CLAIM);

    /// @param delayed those with WaitForFirstConsumer, the smallest first, so that each gets the smallest
    ///     volume
    record Usable(List<PersistentVolumeClaim> bound, List<PersistentVolumeClaim> delayed) implements PodClaims {}

    record Unusable(String why, Set<ClusterEvent> resolvingEvents) implements PodClaims {}

    static PodClaims of(Pod pod, StorageState storageState) {
        Unusable missing = missing(pod, storageState);
        if (missing != null) {
            return missing;
        }
        List<PersistentVolumeClaim> bound = new ArrayList<>();
        List<PersistentVolumeClaim> delayed = new ArrayList<>();
        boolean waits = false;
        for (PodVolume volume : pod.volumes()) {
            if (volume.claim().isEmpty()) {
                continue;
            }
            PersistentVolumeClaim claim =
                    storageState.claims().get(new NamespacedName(pod.meta().namespace(), volume.claim()));
            if (claim == null) {
                return new Unusable(
                        "waiting for ephemeral volume controller to create the persistentvolumeclaim "
                                + quoted(volume.claim()),
                        OWN);
            }
            String trouble = failure(pod, volume, claim);
            if (!trouble.isEmpty()) {
                return new Unusable(trouble, OWN);
            }
            if (ClaimBindingDecision.isFullyBound(claim)) {
                bound.add(claim);
            } else if (claim.volumeName().isEmpty() && isDelayed(claim, storageState)) {
                delayed.add(claim);
            } else {
                waits = true;
            }
        }
        if (waits) {
            // The class may still be created, and with it its binding mode.
            return new Unusable(
                    "pod has unbound immediate PersistentVolumeClaims", Set.of(ClusterEvent.CLAIM, ClusterEvent.CLASS));
        }
        Unusable lost = lost(pod, bound, storageState);
        delayed.sort(Comparator.comparing(PersistentVolumeClaim::request));
        return lost != null ? lost : new Usable(List.copyOf(bound), List.copyOf(delayed));
    }

    private static @Nullable Unusable missing(Pod pod, StorageState storageState) {
        return pod.volumes().stream()
                .filter(volume -> !volume.claim().isEmpty() && !volume.isEphemeral())
                .filter(volume -> !storageState
                        .claims()
                        .containsKey(new NamespacedName(pod.meta().namespace(), volume.claim())))
                .findFirst()
                .map(volume -> new Unusable("persistentvolumeclaim " + quoted(volume.claim()) + " not found", OWN))
                .orElse(null);
    }

    private static String failure(Pod pod, PodVolume volume, PersistentVolumeClaim claim) {
        String what = "persistentvolumeclaim " + quoted(volume.claim());
        if (claim.status().phase().equals("Lost")) {
            return what + " bound to non-existent persistentvolume " + quoted(claim.volumeName());
        }
        if (claim.isBeingDeleted()) {
            return what + " is being deleted";
        }
        boolean owned = claim.meta().ownerReferences().stream()
                .anyMatch(ownerReference -> ownerReference.controller()
                        && ownerReference.uid().equals(pod.meta().uid()));
        if (volume.isEphemeral() && !owned) {
            return "PVC " + claim.key() + " was not created for pod " + pod.key() + " (pod is not owner)";
        }
        return "";
    }

    private static boolean isDelayed(PersistentVolumeClaim claim, StorageState storageState) {
        return storageState
                .classOf(claim)
                .filter(found -> found.waitsForConsumer())
                .isPresent();
    }

    /// Zones are read from the volumes before nodes are checked; those of ephemeral claims are not.
    private static @Nullable Unusable lost(Pod pod, List<PersistentVolumeClaim> bound, StorageState storageState) {
        return pod.volumes().stream()
                .filter(volume -> !volume.isEphemeral())
                .flatMap(volume ->
                        bound.stream().filter(claim -> claim.meta().name().equals(volume.claim())))
                .map(PersistentVolumeClaim::volumeName)
                .filter(name -> !storageState.volumes().containsKey(name))
                .findFirst()
                .map(name -> new Unusable(
                        "persistentvolume " + quoted(name) + " not found",
                        Set.of(ClusterEvent.CLAIM, ClusterEvent.VOLUME)))
                .orElse(null);
    }

    private static String quoted(String name) {
        return "\"" + name + "\"";
    }
}
