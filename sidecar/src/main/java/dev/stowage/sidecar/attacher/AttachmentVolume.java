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
/// @param migrated whether the volume is from the time before CSI
record AttachmentVolume(PersistentVolume volume, CsiSource csi, boolean migrated) {

    /// @param named the volume that the attachment names, if there is one
    /// @throws IllegalArgumentException when there is none, or none that a driver could attach, with a sentence for
    ///     the user
    static AttachmentVolume of(VolumeAttachment attachment, Optional<PersistentVolume> named) {
        boolean hasName = !attachment.volumeName().isEmpty();
        if (hasName == (attachment.inline() != null)) {
            throw new IllegalArgumentException("the attachment has to name a volume or to describe one, "
                    + (hasName ? "and does both" : "and does neither"));
        }
        if (attachment.inline() != null) {
            var object = Json.object();
            object.set("spec", attachment.inline());
            // Whoever wrote it has translated it already.
            return of(PersistentVolume.read(object), true);
        }
        PersistentVolume volume =
                named.orElseThrow(() -> new IllegalArgumentException("there is no volume " + attachment.volumeName()));
        return CsiTranslator.isMigrated(volume) ? of(CsiTranslator.toCsi(volume), true) : of(volume, false);
    }

    private static AttachmentVolume of(PersistentVolume volume, boolean migrated) {
        if (volume.csi() == null) {
            throw new IllegalArgumentException("the volume has no CSI source");
        }
        return new AttachmentVolume(volume, volume.csi(), migrated);
    }

    /// @throws IllegalArgumentException when CSI cannot say what the volume's access modes say
    VolumeCapability capability(AttachCapabilities attachCapabilities) {
        if (volume.volumeMode().equals("Block")) {
            return CsiVolumeCapability.block(volume.accessModes(), attachCapabilities.tellsWritersApart());
        }
        return CsiVolumeCapability.mount(
                csi.fsType().isEmpty() ? attachCapabilities.defaultFsType() : csi.fsType(),
                volume.mountOptions(),
                volume.accessModes(),
                attachCapabilities.tellsWritersApart());
    }

    /// The volume's id as the driver lists it.
    String listedHandle(String nodeId) {
        return migrated ? CsiTranslator.repairedHandle(csi.driver(), csi.handle(), nodeId) : csi.handle();
    }
}
