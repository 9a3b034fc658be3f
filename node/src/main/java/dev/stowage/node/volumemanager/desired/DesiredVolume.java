package dev.stowage.node.volumemanager.desired;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import java.util.ArrayList;
import java.util.List;

/// A volume of a driver that a pod wants.
///
/// @param names what the pod calls it; more than one when two of its volumes are one
public record DesiredVolume(
        VolumeKey key,
        PodVolumeKey podVolumeKey,
        NodePod pod,
        List<String> names,
        boolean readOnly,
        VolumeSource volumeSource) {

    public DesiredVolume {
        names = List.copyOf(names);
    }

    /// Whether the other asks for the same. A pod has many versions; what it asks of its volumes does not change.
    public boolean isLike(DesiredVolume other) {
        return key.equals(other.key)
                && podVolumeKey.equals(other.podVolumeKey)
                && names.equals(other.names)
                && readOnly == other.readOnly
                && volumeSource.equals(other.volumeSource);
    }

    public boolean block() {
        return podVolumeKey.block();
    }

    public boolean ephemeral() {
        return switch (volumeSource) {
            case VolumeSource.Inline _ -> true;
            case VolumeSource.Persistent _ -> false;
        };
    }

    /// Nobody else on this node may have it at the same time. With several modes nobody knows which one is meant.
    public boolean alone() {
        return volumeSource.accessModes().equals(List.of("ReadWriteOncePod"));
    }

    DesiredVolume alsoAs(String name) {
        List<String> all = new ArrayList<>(names);
        all.add(name);
        return new DesiredVolume(key, podVolumeKey, pod, all, readOnly, volumeSource);
    }
}
