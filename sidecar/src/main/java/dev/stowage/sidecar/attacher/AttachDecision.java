package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Optional;

/// What is to be done about an attachment, given what can be seen.
sealed interface AttachDecision {

    /// It is as it should be.
    record Nothing() implements AttachDecision {}

    /// Attach.
    ///
    /// @param protect the volume, when it still lacks the finalizer; it gets it before anything else
    record Attach(
            AttachmentVolume attachmentVolume,
            VolumeCapability use,
            boolean readOnly,
            String nodeId,
            Optional<PersistentVolume> protect)
            implements AttachDecision {}

    /// Detach, also what may never have been attached: an attempt whose end nobody knows looks the same.
    record Detach(AttachmentVolume attachmentVolume, String nodeId) implements AttachDecision {}

    /// It cannot be done as things are; the attachment's status tells why.
    ///
    /// @param protect as in [Attach]
    record Refuse(String why, Optional<PersistentVolume> protect) implements AttachDecision {}

    /// @param volume the volume that the attachment names, if it is there
    /// @param node the CSINode of the attachment's node, if it is there
    /// @param forced whether the driver says otherwise than the status
    record AttachState(
            VolumeAttachment attachment, Optional<PersistentVolume> volume, Optional<CsiNode> node, boolean forced) {}

    static AttachDecision decide(AttachState attachState, AttachCapabilities attachCapabilities) {
        return attachState.attachment().isBeingDeleted()
                ? detach(attachState, attachCapabilities)
                : attach(attachState, attachCapabilities);
    }

    private static AttachDecision attach(AttachState attachState, AttachCapabilities attachCapabilities) {
        VolumeAttachment attachment = attachState.attachment();
        if (attachment.attached() && !attachState.forced()) {
            return new Nothing();
        }
        Optional<PersistentVolume> volume = attachment.volumeName().isEmpty() ? Optional.empty() : attachState.volume();
        if (volume.isPresent() && volume.get().isBeingDeleted()) {
            return new Refuse("volume " + attachment.volumeName() + " is being deleted", Optional.empty());
        }
        Optional<PersistentVolume> protect = volume.filter(
                seen -> attachment.inline() == null && !seen.meta().hasFinalizer(attachCapabilities.finalizer()));
        try {
            AttachmentVolume attachmentVolume = AttachmentVolume.of(attachment, attachState.volume());
            // The specification forbids to ask for it of a driver that does not know it.
            boolean readOnly = attachmentVolume.csi().readOnly() && attachCapabilities.readOnly();
            return new Attach(
                    attachmentVolume,
                    attachmentVolume.capability(attachCapabilities),
                    readOnly,
                    NodeId.current(attachment, attachState.node(), attachCapabilities.driver()),
                    protect);
        } catch (IllegalArgumentException e) {
            return new Refuse(String.valueOf(e.getMessage()), protect);
        }
    }

    private static AttachDecision detach(AttachState attachState, AttachCapabilities attachCapabilities) {
        VolumeAttachment attachment = attachState.attachment();
        if (!attachment.meta().hasFinalizer(attachCapabilities.finalizer()) && !attachState.forced()) {
            return new Nothing();
        }
        try {
            return new Detach(
                    AttachmentVolume.of(attachment, attachState.volume()),
                    NodeId.currentOrRemembered(attachment, attachState.node(), attachCapabilities.driver()));
        } catch (IllegalArgumentException e) {
            return new Refuse(String.valueOf(e.getMessage()), Optional.empty());
        }
    }
}
