package dev.stowage.node.volumemanager.desired;

import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The source of a volume.
public sealed interface VolumeSource {

    String fsType();

    Map<String, String> attributes();

    @Nullable
    SecretReference publishSecret();

    /// The first one is passed to drivers.
    List<String> accessModes();

    /// A persistent volume.
    ///
    /// @param volume in the form that drivers know
    /// @param claim null for an inline volume from the time before CSI
    record Persistent(
            PersistentVolume volume,
            PersistentVolume.CsiSource csi,
            @Nullable PersistentVolumeClaim claim) implements VolumeSource {
        @Override
        public String fsType() {
            return csi.fsType();
        }

        @Override
        public Map<String, String> attributes() {
            return csi.attributes();
        }

        @Override
        public @Nullable SecretReference publishSecret() {
            return csi.nodePublishSecret();
        }

        @Override
        public List<String> accessModes() {
            return volume.accessModes();
        }
    }

    /// A volume that the driver creates for the pod, and deletes with it.
    record Inline(
            String fsType,
            Map<String, String> attributes,
            @Nullable SecretReference publishSecret) implements VolumeSource {
        public Inline {
            attributes = Map.copyOf(attributes);
        }

        @Override
        public List<String> accessModes() {
            return List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE);
        }
    }
}
