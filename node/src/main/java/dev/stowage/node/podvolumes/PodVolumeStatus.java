package dev.stowage.node.podvolumes;

import java.util.List;
import java.util.Map;

/// The status of the volumes of a pod.
public sealed interface PodVolumeStatus {

    /// All volumes are mounted, by their names in the pod.
    record Ready(Map<String, HostVolume> volumes) implements PodVolumeStatus {
        public Ready {
            volumes = Map.copyOf(volumes);
        }
    }

    /// Some are not mounted yet.
    ///
    /// @param unmounted those that are missing, by their names in the pod
    /// @param unattached those of them that are not attached yet
    /// @param failed those that cannot be resolved, for example because a claim is not bound
    /// @param why the latest error, as a text for the user; empty while there is none
    record Waiting(List<String> unmounted, List<String> unattached, List<String> failed, String why)
            implements PodVolumeStatus {
        public Waiting {
            unmounted = List.copyOf(unmounted);
            unattached = List.copyOf(unattached);
            failed = List.copyOf(failed);
        }
    }

    /// Nothing of the pod is mounted, and its volume directories are empty.
    record Unmounted() implements PodVolumeStatus {}
}
