package dev.stowage.node.podvolumes;

import java.util.List;
import java.util.Map;

/// How the volumes of a pod fare.
public sealed interface PodVolumeStatus {

    /// All are there, by their names in the pod.
    record Ready(Map<String, HostVolume> volumes) implements PodVolumeStatus {
        public Ready {
            volumes = Map.copyOf(volumes);
        }
    }

    /// Some are not there yet.
    ///
    /// @param unmounted those that are missing, by their names in the pod
    /// @param unattached those of them that the node does not have yet
    /// @param failed those that cannot even be looked for, such as when a claim is not bound
    /// @param why the latest trouble, in a sentence for the user; empty while there was none
    record Waiting(List<String> unmounted, List<String> unattached, List<String> failed, String why)
            implements PodVolumeStatus {
        public Waiting {
            unmounted = List.copyOf(unmounted);
            unattached = List.copyOf(unattached);
            failed = List.copyOf(failed);
        }
    }

    /// Nothing of the pod is mounted, and its folders are empty.
    record Unmounted() implements PodVolumeStatus {}
}
