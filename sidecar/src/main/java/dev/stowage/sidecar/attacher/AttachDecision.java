package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Optional;

/// What to do about an attachment, given the cached objects.
sealed interface AttachDecision {

    /// Nothing to do.
    record Nothing() implements AttachDecision {}

    /// Attach.
    ///
    /// @param protect the volume, when it still lacks the finalizer; it is added first
    record Attach(
            AttachmentVolume attachmentVolume,
            VolumeCapability use,
            boolean readOnly,
            String nodeId,
            Optional<PersistentVolume> protect)
            implements AttachDecision {}

    /// Detach, even if it may never have been attached: an attempt with an uncertain result looks the same.
    record Detach(AttachmentVolume attachmentVolume, String nodeId) implements AttachDecision {}

    /// It cannot be done now; the reason is written into the attachment's status.
    ///
    /// @param protect as in [Attach]
    record Refuse(String why, Optional<PersistentVolume> protect) implements AttachDecision {}

    /// @param volume the volume that the attachment names, if it exists
    /// @param node the CSINode of the attachment's node, if it exists
    /// @param forced whether the driver reports the opposite of the status
    record AttachState(
            VolumeAttachment attachment, Optional<PersistentVolume> volume, Optional<CsiNode> node, boolean forced) {}

    static AttachDecision decide(AttachState attachState, AttachCapabilities capabilities) {
        return attachState.attachment().isBeingDeleted()
                ? detach(attachState, capabilities)
                : attach(attachState, capabilities);
    }

    private static AttachDecision attach(AttachState attachState, AttachCapabilities capabilities) {
        VolumeAttachment attachment = attachState.attachment();
        if (attachment.attached() && !attachState.forced()) {
            return new Nothing();
        }
        Optional<PersistentVolume> volume = attachment.volumeName().isEmpty() ? Optional.empty() : attachState.volume();
        if (volume.isPresent() && volume.get().isBeingDeleted()) {
            return new Refuse("volume " + attachment.volumeName() + " is being deleted", Optional.empty());
        }
        Optional<PersistentVolume> protect = volume.filter(
                seen -> attachment.inline() == null && !seen.meta().hasFinalizer(capabilities.finalizer()));
        try {
            AttachmentVolume attachmentVolume = AttachmentVolume.of(attachment, attachState.volume());
            // The specification forbids it for a driver without the capability.
            boolean readOnly = attachmentVolume.csi().readOnly() && capabilities.readOnly();
            return new Attach(
                    attachmentVolume,
                    attachmentVolume.capability(capabilities),
                    readOnly,
                    NodeId.current(attachment, attachState.node(), capabilities.driver()),
                    protect);
        } catch (IllegalArgumentException e) {
            return new Refuse(String.valueOf(e.getMessage()), protect);
        }
    }

    private static AttachDecision detach(AttachState attachState, AttachCapabilities capabilities) {
        VolumeAttachment attachment = attachState.attachment();
        if (!attachment.meta().hasFinalizer(capabilities.finalizer()) && !attachState.forced()) {
            return new Nothing();
        }
        try {
            return new Detach(
                    AttachmentVolume.of(attachment, attachState.volume()),
                    NodeId.currentOrRemembered(attachment, attachState.node(), capabilities.driver()));
        } catch (IllegalArgumentException e) {
            return new Refuse(String.valueOf(e.getMessage()), Optional.empty());
        }
    }
}
