package dev.stowage.control.attachdetach;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds the volume of an attachment. The attachment's name is a hash of volume, driver and node, which
/// confirms the rest of its spec. If the PersistentVolume is deleted, candidates are checked against the
/// hash.
final class AttachmentResolver {

    private AttachmentResolver() {}

    /// The source of an attachment: the name of a PersistentVolume or, for an inline volume, the unique name.
    static String source(VolumeAttachment attachment) {
        CsiVolume inline = inline(attachment.inline());
        return inline == null ? attachment.volumeName() : inline.uniqueName();
    }

    private static @Nullable CsiVolume inline(@Nullable JsonNode spec) {
        if (spec == null || !spec.path("csi").isObject()) {
            return null;
        }
        PersistentVolume.CsiSource csi = PersistentVolume.CsiSource.read(spec.path("csi"));
        return new CsiVolume(csi.driver(), csi.handle());
    }

    /// @param volumes finds PersistentVolumes by name
    /// @param namesAt unique names of volumes that are desired on a node, in use there, or reported as
    ///     attached
    static Optional<String> of(
            VolumeAttachment attachment,
            Function<String, Optional<PersistentVolume>> volumes,
            Function<String, ? extends Collection<String>> namesAt) {
        CsiVolume inline = inline(attachment.inline());
        if (inline != null) {
            return Optional.of(inline)
                    .filter(volume -> isOf(attachment, volume))
                    .map(CsiVolume::uniqueName);
        }
        if (attachment.volumeName().isEmpty()
                || !CsiVolume.isAttachmentName(attachment.meta().name())) {
            return Optional.empty();
        }
        Optional<PersistentVolume> volume = volumes.apply(attachment.volumeName());
        if (volume.isPresent()) {
            return DesiredAttachments.target(volume.get())
                    .map(AttachableVolume::volume)
                    .filter(known -> isOf(attachment, known))
                    .map(CsiVolume::uniqueName);
        }
        return namesAt.apply(attachment.nodeName()).stream()
                .filter(name -> CsiVolume.of(name)
                        .filter(known -> isOf(attachment, known))
                        .isPresent())
                .findFirst()
                .or(() -> Optional.of(VolumeNodeKey.unknown(attachment.meta().name(), attachment.nodeName())
                        .volume()));
    }

    private static boolean isOf(VolumeAttachment attachment, CsiVolume volume) {
        return volume.driver().equals(attachment.attacher())
                && volume.attachmentName(attachment.nodeName())
                        .equals(attachment.meta().name());
    }
}
