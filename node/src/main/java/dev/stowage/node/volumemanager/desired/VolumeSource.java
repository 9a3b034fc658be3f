package dev.stowage.node.volumemanager.desired;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the volume comes from.
public sealed interface VolumeSource {

    String fsType();

    Map<String, String> attributes();

    @Nullable
    SecretReference publishSecret();

    /// The first is the one that drivers are told.
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

    /// One that the driver makes for the pod, and that goes with it.
    record Inline(
            String fsType,
            Map<String, String> attributes,
            @Nullable SecretReference publishSecret) implements VolumeSource {
        public Inline {
            attributes = Map.copyOf(attributes);
        }

        @Override
        public List<String> accessModes() {
            return List.of("ReadWriteOnce");
        }
    }
}
