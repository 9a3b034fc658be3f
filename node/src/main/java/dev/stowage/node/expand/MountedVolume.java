package dev.stowage.node.expand;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pod.NodePod;
import org.jspecify.annotations.Nullable;

/// A persistent volume that is mounted for a pod, as its driver knows it.
///
/// @param driver null while it is not registered
/// @param capability as when it was published
/// @param path its path in the pod; for a raw block volume the device or the path it is published at
/// @param staging its staging path; empty when it is not staged
/// @param whileMounting whether the pod waits for the volume, so that a failure is a failure of the mount
public record MountedVolume(
        NodePod pod,
        PersistentVolume volume,
        @Nullable NodeDriver driver,
        VolumeCapability capability,
        String path,
        String staging,
        boolean readOnly,
        boolean whileMounting) {

    String name() {
        return volume.meta().name();
    }
}
