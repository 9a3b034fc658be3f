package dev.stowage.node.volumemanager;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.volumemanager.desired.DesiredPodVolumes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state of one pod. Guarded by [StateOfWorld].
final class PodEntry {
    /// Null for a pod that left mounts or directories here and is not known otherwise.
    @Nullable
    NodePod pod;

    boolean released;

    /// Whether its directories are deleted.
    boolean clean;

    DesiredPodVolumes desiredPodVolumes = DesiredPodVolumes.NOTHING;

    /// The mounted built-in volumes, by their names.
    final Map<String, HostVolume> local = new LinkedHashMap<>();

    /// The persistent volumes without a driver that no other pod may use meanwhile.
    final Set<String> reserved = new HashSet<>();

    /// The latest error of each volume that has one, by its name.
    final Map<String, String> failures = new LinkedHashMap<>();

    @Nullable
    PodVolumeStatus published;
}
