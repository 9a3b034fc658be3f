package dev.stowage.sidecar.attach;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import dev.stowage.sidecar.driver.VolumeUse;
import java.util.Optional;

/// The volume of an attachment, in the driver's terms.
///
/// @param migrated whether the volume is from the time before CSI
record Target(PersistentVolume volume, CsiSource csi, boolean migrated) {

    /// @param named the volume that the attachment names, if there is one
    /// @throws IllegalArgumentException when there is none, or none that a driver could attach, with a sentence for
    ///     the user
    static Target of(VolumeAttachment attachment, Optional<PersistentVolume> named) {
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

    private static Target of(PersistentVolume volume, boolean migrated) {
        if (volume.csi() == null) {
            throw new IllegalArgumentException("the volume has no CSI source");
        }
        return new Target(volume, volume.csi(), migrated);
    }

    /// @throws IllegalArgumentException when CSI cannot say what the volume's access modes say
    VolumeCapability use(Abilities abilities) {
        if (volume.volumeMode().equals("Block")) {
            return VolumeUse.block(volume.accessModes(), abilities.tellsWritersApart());
        }
        return VolumeUse.mounted(
                csi.fsType().isEmpty() ? abilities.defaultFsType() : csi.fsType(),
                volume.mountOptions(),
                volume.accessModes(),
                abilities.tellsWritersApart());
    }

    /// The volume's id as the driver lists it.
    String listedHandle(String nodeId) {
        return migrated ? CsiTranslator.repairedHandle(csi.driver(), csi.handle(), nodeId) : csi.handle();
    }
}
