package dev.stowage.node.volume.keep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.HostVolume;
import dev.stowage.node.volume.VolumeAnswer;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.Uses;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// How the volumes of a pod fare, from what is known of it.
record Answers(KubeletPaths paths, Predicate<VolumeKey> isUnattached) {

    VolumeAnswer of(Optional<PodEntry> found, Function<VolumeKey, Have> have, boolean rebuilt) {
        if (found.isEmpty()) {
            return rebuilt ? new VolumeAnswer.Gone() : new VolumeAnswer.Waiting(List.of(), List.of(), List.of(), "");
        }
        PodEntry entry = found.get();
        if (entry.released || entry.pod == null) {
            return entry.clean
                    ? new VolumeAnswer.Gone()
                    : new VolumeAnswer.Waiting(List.of(), List.of(), List.of(), latest(entry));
        }
        return ofLiving(entry, entry.pod, have);
    }

    private VolumeAnswer ofLiving(PodEntry entry, NodePod pod, Function<VolumeKey, Have> have) {
        Uses uses = Uses.of(pod);
        Map<String, HostVolume> there = new LinkedHashMap<>(entry.local);
        List<String> unmounted = new ArrayList<>();
        List<String> unattached = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (JsonNode volume : pod.volumes()) {
            String name = volume.path("name").asText("");
            if (!uses.has(name) || there.containsKey(name)) {
                continue;
            }
            Optional<Wanted> wanted = entry.wish.wanted().stream()
                    .filter(one -> one.names().contains(name))
                    .findFirst();
            Optional<Wanted> present =
                    wanted.filter(one -> have.apply(one.key()).stateAt(one.spot()) == MountState.PRESENT);
            if (present.isPresent()) {
                there.put(name, shown(name, present.get()));
                continue;
            }
            unmounted.add(name);
            if (entry.wish.troubles().containsKey(name)) {
                failed.add(name);
            }
            wanted.filter(one -> !one.ephemeral() && isUnattached.test(one.key()))
                    .ifPresent(_ -> unattached.add(name));
        }
        return unmounted.isEmpty()
                ? new VolumeAnswer.Ready(there)
                : new VolumeAnswer.Waiting(unmounted, unattached, failed, latest(entry));
    }

    private HostVolume shown(String name, Wanted wanted) {
        Spot spot = wanted.spot();
        return new HostVolume(
                name,
                spot.block()
                        ? paths.blockLink(spot.podUid(), spot.specName())
                        : paths.csiMount(spot.podUid(), spot.specName()),
                wanted.readOnly(),
                spot.block());
    }

    private static String latest(PodEntry entry) {
        if (!entry.wish.troubles().isEmpty()) {
            return String.join("; ", entry.wish.troubles().values());
        }
        return entry.troubles.isEmpty()
                ? ""
                : List.copyOf(entry.troubles.values()).getLast();
    }
}
