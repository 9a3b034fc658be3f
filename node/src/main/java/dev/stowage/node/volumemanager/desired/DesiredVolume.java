package dev.stowage.node.volumemanager.desired;

import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import java.util.ArrayList;
import java.util.List;

/// A volume of a driver that a pod uses.
///
/// @param names its names in the pod; more than one when two of its volumes are the same
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

    /// Whether the other requests the same. A pod has many versions, but its volumes do not change.
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

    /// No other pod on this node may use it at the same time. With several access modes it is not known which
    /// one is used.
    public boolean alone() {
        return volumeSource.accessModes().equals(List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD));
    }

    DesiredVolume alsoAs(String name) {
        List<String> all = new ArrayList<>(names);
        all.add(name);
        return new DesiredVolume(key, podVolumeKey, pod, all, readOnly, volumeSource);
    }
}
