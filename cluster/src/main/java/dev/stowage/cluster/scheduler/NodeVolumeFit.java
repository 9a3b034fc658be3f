package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The volumes of a pod's claims, if it were on that node.
sealed interface NodeVolumeFit {

    record Found(List<VolumeChoice> choices) implements NodeVolumeFit {}

    record Lacking(List<UnschedulableReason> reasons) implements NodeVolumeFit {}

    static NodeVolumeFit of(PodClaims.Usable claims, ObjectMeta node, StorageState storageState) {
        List<UnschedulableReason> reasons = new ArrayList<>(bound(claims.bound(), node, storageState));
        List<VolumeChoice> choices = new ArrayList<>();
        unbound(claims.delayed(), node, storageState, choices).ifPresent(reasons::add);
        return reasons.isEmpty() ? new Found(List.copyOf(choices)) : new Lacking(List.copyOf(reasons));
    }

    private static List<UnschedulableReason> bound(
            List<PersistentVolumeClaim> claims, ObjectMeta node, StorageState storageState) {
        for (PersistentVolumeClaim claim : claims) {
            PersistentVolume volume = storageState.volumes().get(claim.volumeName());
            if (volume == null) {
                return List.of(UnschedulableReason.VOLUME_MISSING);
            }
            if (!CsiVolumeUsage.translated(volume).isUsableOn(node)) {
                return List.of(UnschedulableReason.VOLUME_ELSEWHERE);
            }
        }
        return List.of();
    }

    private static Optional<UnschedulableReason> unbound(
            List<PersistentVolumeClaim> claims,
            ObjectMeta node,
            StorageState storageState,
            List<VolumeChoice> choices) {
        Set<String> taken = new HashSet<>();
        List<PersistentVolumeClaim> toMake = new ArrayList<>();
        List<PersistentVolumeClaim> toMatch = new ArrayList<>();
        for (PersistentVolumeClaim claim : claims) {
            String chosen = chosenNode(claim, storageState);
            if (!chosen.isEmpty() && !chosen.equals(node.name())) {
                return Optional.of(UnschedulableReason.NO_VOLUME);
            }
            (chosen.isEmpty() ? toMatch : toMake).add(claim);
        }
        for (PersistentVolumeClaim claim : toMatch) {
            Optional<PersistentVolume> match = UnboundVolumeMatch.find(claim, node, taken, storageState);
            match.ifPresent(volume -> {
                taken.add(volume.meta().name());
                choices.add(new VolumeChoice.Take(claim, volume));
            });
            if (match.isEmpty()) {
                toMake.add(claim);
            }
        }
        return make(toMake, node, storageState, choices);
    }

    private static String chosenNode(PersistentVolumeClaim claim, StorageState storageState) {
        String promised = storageState.volumeReservations().nodes().get(claim.key());
        return promised != null ? promised : claim.meta().annotation(VolumeAnnotations.SELECTED_NODE);
    }

    private static Optional<UnschedulableReason> make(
            List<PersistentVolumeClaim> claims,
            ObjectMeta node,
            StorageState storageState,
            List<VolumeChoice> choices) {
        NodeStorageCapacity nodeStorageCapacity = new NodeStorageCapacity(storageState, node);
        for (PersistentVolumeClaim claim : claims) {
            Optional<StorageClass> found = storageState.classOf(claim);
            if (found.isEmpty() || !makes(found.get(), node)) {
                return Optional.of(UnschedulableReason.NO_VOLUME);
            }
            switch (nodeStorageCapacity.take(claim, found.get())) {
                case NodeStorageCapacity.Full() -> {
                    return Optional.of(UnschedulableReason.NO_SPACE);
                }
                case NodeStorageCapacity.Pool(var key) -> choices.add(new VolumeChoice.Provision(claim, key));
                case NodeStorageCapacity.Unknown() -> choices.add(new VolumeChoice.Provision(claim, null));
            }
        }
        return Optional.empty();
    }

    private static boolean makes(StorageClass storageClass, ObjectMeta node) {
        boolean provisions = !storageClass.provisioner().isEmpty()
                && !storageClass.provisioner().equals(StorageClassKeys.NO_PROVISIONER);
        boolean allowed = storageClass.allowedTopologies().isEmpty()
                || storageClass.allowedTopologies().stream()
                        .anyMatch(term -> term.stream().allMatch(label -> label.matches(node.labels())));
        return provisions && allowed;
    }
}
