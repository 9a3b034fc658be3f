package dev.stowage.explain.cause;

import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.k8s.names.StorageFinalizers;
import java.util.List;

/// Attachments of volumes to nodes.
public final class VolumeAttachments {

    private VolumeAttachments() {}

    public static List<KubeResource> of(KubeResource volume, ClusterState clusterState) {
        return clusterState.all(ResourceKind.ATTACHMENT).stream()
                .filter(each -> volume(each).equals(volume.name()))
                .toList();
    }

    public static String volume(KubeResource attachment) {
        return attachment.text("/spec/source/persistentVolumeName");
    }

    public static String node(KubeResource attachment) {
        return attachment.text("/spec/nodeName");
    }

    public static boolean isAttached(KubeResource attachment) {
        return attachment.text("/status/attached").equals("true");
    }

    /// An attacher adds its finalizer to an attachment before anything else.
    public static boolean hasAttacherFinalizer(KubeResource attachment) {
        return attachment
                .list("/metadata/finalizers")
                .anyMatch(each -> each.asText().startsWith(StorageFinalizers.EXTERNAL_ATTACHER_PREFIX));
    }

    /// Whether volumes of the driver need an attachment; assumed if the driver does not declare it.
    public static boolean areNeeded(VolumeChain volumeChain) {
        boolean csi = volumeChain
                .volume()
                .map(volume -> volume.json().at("/spec/csi").isObject())
                .orElse(false);
        return csi
                && volumeChain
                        .csiDriver()
                        .map(driver -> !driver.text("/spec/attachRequired").equals("false"))
                        .orElse(true);
    }

    /// It can be attached to one node only.
    public static boolean isExclusive(KubeResource volume) {
        List<String> modes =
                volume.list("/spec/accessModes").map(mode -> mode.asText("")).toList();
        return !modes.isEmpty()
                && !modes.contains(PersistentVolumeAccessMode.READ_WRITE_MANY)
                && !modes.contains(PersistentVolumeAccessMode.READ_ONLY_MANY);
    }
}
