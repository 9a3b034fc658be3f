package dev.stowage.node.volumemanager;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.UsedVolumes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Computes the volume status of a pod.
record PodVolumeStatusReader(KubeletPaths paths, Predicate<VolumeKey> isUnattached) {

    PodVolumeStatus of(Optional<PodEntry> found, Function<VolumeKey, ActualVolume> actual, boolean rebuilt) {
        if (found.isEmpty()) {
            return rebuilt
                    ? new PodVolumeStatus.Unmounted()
                    : new PodVolumeStatus.Waiting(List.of(), List.of(), List.of(), "");
        }
        PodEntry entry = found.get();
        if (entry.released || entry.pod == null) {
            return entry.clean
                    ? new PodVolumeStatus.Unmounted()
                    : new PodVolumeStatus.Waiting(List.of(), List.of(), List.of(), latest(entry));
        }
        return ofLiving(entry, entry.pod, actual);
    }

    private PodVolumeStatus ofLiving(PodEntry entry, NodePod pod, Function<VolumeKey, ActualVolume> actual) {
        UsedVolumes usedVolumes = UsedVolumes.of(pod);
        Map<String, HostVolume> there = new LinkedHashMap<>(entry.local);
        List<String> unmounted = new ArrayList<>();
        List<String> unattached = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (JsonNode volume : pod.volumes()) {
            String name = volume.path("name").asText("");
            if (!usedVolumes.has(name) || there.containsKey(name)) {
                continue;
            }
            Optional<DesiredVolume> desired = entry.desiredPodVolumes.desired().stream()
                    .filter(one -> one.names().contains(name))
                    .findFirst();
            Optional<DesiredVolume> present =
                    desired.filter(one -> actual.apply(one.key()).stateAt(one.podVolumeKey()) == MountState.PRESENT);
            if (present.isPresent()) {
                there.put(name, shown(name, present.get()));
                continue;
            }
            unmounted.add(name);
            if (entry.desiredPodVolumes.failures().containsKey(name)) {
                failed.add(name);
            }
            desired.filter(one -> !one.ephemeral() && isUnattached.test(one.key()))
                    .ifPresent(_ -> unattached.add(name));
        }
        return unmounted.isEmpty()
                ? new PodVolumeStatus.Ready(there)
                : new PodVolumeStatus.Waiting(unmounted, unattached, failed, latest(entry));
    }

    private HostVolume shown(String name, DesiredVolume desired) {
        PodVolumeKey podVolumeKey = desired.podVolumeKey();
        return new HostVolume(
                name,
                podVolumeKey.block()
                        ? paths.blockLink(podVolumeKey.podUid(), podVolumeKey.specName())
                        : paths.csiMount(podVolumeKey.podUid(), podVolumeKey.specName()),
                desired.readOnly(),
                podVolumeKey.block());
    }

    private static String latest(PodEntry entry) {
        if (!entry.desiredPodVolumes.failures().isEmpty()) {
            return String.join("; ", entry.desiredPodVolumes.failures().values());
        }
        return entry.failures.isEmpty()
                ? ""
                : List.copyOf(entry.failures.values()).getLast();
    }
}
