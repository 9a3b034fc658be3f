package dev.stowage.control.schedule;

import dev.stowage.control.bind.Names;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The volumes of a pod's claims, were it on that node.
sealed interface NodeVolumes {

    record Found(List<Choice> choices) implements NodeVolumes {}

    record Lacking(List<Reason> reasons) implements NodeVolumes {}

    static NodeVolumes of(PodClaims.Usable claims, Meta node, Storage storage) {
        List<Reason> reasons = new ArrayList<>(bound(claims.bound(), node, storage));
        List<Choice> choices = new ArrayList<>();
        unbound(claims.delayed(), node, storage, choices).ifPresent(reasons::add);
        return reasons.isEmpty() ? new Found(List.copyOf(choices)) : new Lacking(List.copyOf(reasons));
    }

    private static List<Reason> bound(List<Claim> claims, Meta node, Storage storage) {
        for (Claim claim : claims) {
            Volume volume = storage.volumes().get(claim.volumeName());
            if (volume == null) {
                return List.of(Reason.VOLUME_MISSING);
            }
            if (!CsiVolumes.translated(volume).isUsableOn(node)) {
                return List.of(Reason.VOLUME_ELSEWHERE);
            }
        }
        return List.of();
    }

    private static Optional<Reason> unbound(List<Claim> claims, Meta node, Storage storage, List<Choice> choices) {
        Set<String> taken = new HashSet<>();
        List<Claim> toMake = new ArrayList<>();
        List<Claim> toMatch = new ArrayList<>();
        for (Claim claim : claims) {
            String chosen = chosenNode(claim, storage);
            if (!chosen.isEmpty() && !chosen.equals(node.name())) {
                return Optional.of(Reason.NO_VOLUME);
            }
            (chosen.isEmpty() ? toMatch : toMake).add(claim);
        }
        for (Claim claim : toMatch) {
            Optional<Volume> match = VolumeMatch.find(claim, node, taken, storage);
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

    private static String chosenNode(Claim claim, Storage storage) {
        String promised = storage.promised().nodes().get(claim.key());
        return promised != null ? promised : claim.meta().annotation(Names.SELECTED_NODE);
    }

    private static Optional<Reason> make(List<Claim> claims, Meta node, Storage storage, List<Choice> choices) {
        Room room = new Room(storage, node);
        for (Claim claim : claims) {
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

    private static boolean makes(StorageClass storageClass, Meta node) {
        boolean provisions = !storageClass.provisioner().isEmpty()
                && !storageClass.provisioner().equals("kubernetes.io/no-provisioner");
        boolean allowed = storageClass.allowedTopologies().isEmpty()
                || storageClass.allowedTopologies().stream()
                        .anyMatch(term -> term.stream().allMatch(label -> label.matches(node.labels())));
        return provisions && allowed;
    }
}
