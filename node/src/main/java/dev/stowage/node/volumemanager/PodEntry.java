package dev.stowage.node.volumemanager;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.volumemanager.desired.DesiredPodVolumes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is known of one pod. Guarded by [StateOfWorld].
final class PodEntry {
    /// Null for a pod that left something here and that nobody has told of.
    @Nullable
    NodePod pod;

    boolean released;

    /// Whether its folders are empty.
    boolean clean;

    DesiredPodVolumes desiredPodVolumes = DesiredPodVolumes.NOTHING;

    /// Those without a driver that are there, by their names.
    final Map<String, HostVolume> local = new LinkedHashMap<>();

    /// The latest trouble of each volume that had some, by its name.
    final Map<String, String> failures = new LinkedHashMap<>();

    @Nullable
    PodVolumeStatus told;
}
