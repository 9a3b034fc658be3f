package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.driver.CsiVolumeCapability;
import java.util.Optional;

/// The volume of an attachment, in the driver's terms.
///
/// @param migrated whether the volume is an in-tree volume
record AttachmentVolume(PersistentVolume volume, CsiSource csi, boolean migrated) {

    /// @param named the volume that the attachment names, if it exists
    /// @throws IllegalArgumentException when there is no volume that the driver can attach, with a text for
    ///     users
    static AttachmentVolume of(VolumeAttachment attachment, Optional<PersistentVolume> named) {
        boolean hasName = !attachment.volumeName().isEmpty();
        if (hasName == (attachment.inline() != null)) {
            throw new IllegalArgumentException("the attachment must have either a volume name or an inline volume, "
                    + (hasName ? "but has both" : "but has neither"));
        }
        if (attachment.inline() != null) {
            var object = Json.object();
            object.set("spec", attachment.inline());
            // Its author has translated it already.
            return of(PersistentVolume.read(object), true);
        }
        PersistentVolume volume = named.orElseThrow(
                () -> new IllegalArgumentException("volume " + attachment.volumeName() + " not found"));
        return CsiTranslator.isMigrated(volume) ? of(CsiTranslator.toCsi(volume), true) : of(volume, false);
    }

    private static AttachmentVolume of(PersistentVolume volume, boolean migrated) {
        if (volume.csi() == null) {
            throw new IllegalArgumentException("the volume has no CSI source");
        }
        return new AttachmentVolume(volume, volume.csi(), migrated);
    }

    /// @throws IllegalArgumentException when CSI has no equivalent of the volume's access modes
    VolumeCapability capability(AttachCapabilities capabilities) {
        if (volume.volumeMode().equals("Block")) {
            return CsiVolumeCapability.block(volume.accessModes(), capabilities.multiWriter());
        }
        return CsiVolumeCapability.mount(
                csi.fsType().isEmpty() ? capabilities.defaultFsType() : csi.fsType(),
                volume.mountOptions(),
                volume.accessModes(),
                capabilities.multiWriter());
    }

    /// The volume's id as the driver lists it.
    String listedHandle(String nodeId) {
        return migrated ? CsiTranslator.repairedHandle(csi.driver(), csi.handle(), nodeId) : csi.handle();
    }
}
