package dev.stowage.control.schedule;

import dev.stowage.control.bind.Names;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The volumes of a pod's claims, were it on that node.
sealed interface NodeVolumes {

    record Found(List<Choice> choices) implements NodeVolumes {}

    record Lacking(List<Reason> reasons) implements NodeVolumes {}

    static NodeVolumes of(PodClaims.Usable claims, ObjectMeta node, Storage storage) {
        List<Reason> reasons = new ArrayList<>(bound(claims.bound(), node, storage));
        List<Choice> choices = new ArrayList<>();
        unbound(claims.delayed(), node, storage, choices).ifPresent(reasons::add);
        return reasons.isEmpty() ? new Found(List.copyOf(choices)) : new Lacking(List.copyOf(reasons));
    }

    private static List<Reason> bound(List<PersistentVolumeClaim> claims, ObjectMeta node, Storage storage) {
        for (PersistentVolumeClaim claim : claims) {
            PersistentVolume volume = storage.volumes().get(claim.volumeName());
            if (volume == null) {
                return List.of(Reason.VOLUME_MISSING);
            }
            if (!CsiVolumes.translated(volume).isUsableOn(node)) {
                return List.of(Reason.VOLUME_ELSEWHERE);
            }
        }
        return List.of();
    }

    private static Optional<Reason> unbound(List<PersistentVolumeClaim> claims, ObjectMeta node, Storage storage, List<Choice> choices) {
        Set<String> taken = new HashSet<>();
        List<PersistentVolumeClaim> toMake = new ArrayList<>();
        List<PersistentVolumeClaim> toMatch = new ArrayList<>();
        for (PersistentVolumeClaim claim : claims) {
            String chosen = chosenNode(claim, storage);
            if (!chosen.isEmpty() && !chosen.equals(node.name())) {
                return Optional.of(Reason.NO_VOLUME);
            }
            (chosen.isEmpty() ? toMatch : toMake).add(claim);
        }
        for (PersistentVolumeClaim claim : toMatch) {
            Optional<PersistentVolume> match = VolumeMatch.find(claim, node, taken, storage);
            match.ifPresent(volume -> {
                taken.add(volume.meta().name());
                choices.add(new Choice.Take(claim, volume));
            });
            if (match.isEmpty()) {
                toMake.add(claim);
            }
        }
        return make(toMake, node, storage, choices);
    }

    private static String chosenNode(PersistentVolumeClaim claim, Storage storage) {
        String promised = storage.promised().nodes().get(claim.key());
        return promised != null ? promised : claim.meta().annotation(Names.SELECTED_NODE);
    }

    private static Optional<Reason> make(List<PersistentVolumeClaim> claims, ObjectMeta node, Storage storage, List<Choice> choices) {
        Room room = new Room(storage, node);
        for (PersistentVolumeClaim claim : claims) {
            Optional<StorageClass> found = storage.classOf(claim);
            if (found.isEmpty() || !makes(found.get(), node)) {
                return Optional.of(Reason.NO_VOLUME);
            }
            switch (room.take(claim, found.get())) {
                case Room.Full() -> {
                    return Optional.of(Reason.NO_SPACE);
                }
                case Room.Pool(var key) -> choices.add(new Choice.Provision(claim, key));
                case Room.Unknown() -> choices.add(new Choice.Provision(claim, null));
            }
        }
        return Optional.empty();
    }

    private static boolean makes(StorageClass storageClass, ObjectMeta node) {
        boolean provisions = !storageClass.provisioner().isEmpty()
                && !storageClass.provisioner().equals("kubernetes.io/no-provisioner");
        boolean allowed = storageClass.allowedTopologies().isEmpty()
                || storageClass.allowedTopologies().stream()
                        .anyMatch(term -> term.stream().allMatch(label -> label.matches(node.labels())));
        return provisions && allowed;
    }
}
