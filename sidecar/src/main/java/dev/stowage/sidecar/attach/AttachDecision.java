package dev.stowage.sidecar.attach;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Optional;

/// What is to be done about an attachment, given what can be seen.
sealed interface AttachDecision {

    /// It is as it should be.
    record Nothing() implements AttachDecision {}

    /// Attach.
    ///
    /// @param protect the volume, when it still lacks the finalizer; it gets it before anything else
    record Attach(Target target, VolumeCapability use, boolean readOnly, String nodeId, Optional<PersistentVolume> protect)
            implements AttachDecision {}

    /// Detach, also what may never have been attached: an attempt whose end nobody knows looks the same.
    record Detach(Target target, String nodeId) implements AttachDecision {}

    /// It cannot be done as things are; the attachment's status tells why.
    ///
    /// @param protect as in [Attach]
    record Refuse(String why, Optional<PersistentVolume> protect) implements AttachDecision {}

    /// @param volume the volume that the attachment names, if it is there
    /// @param node the CSINode of the attachment's node, if it is there
    /// @param forced whether the driver says otherwise than the status
    record View(VolumeAttachment attachment, Optional<PersistentVolume> volume, Optional<CsiNode> node, boolean forced) {}

    static AttachDecision decide(View view, Abilities abilities) {
        return view.attachment().isBeingDeleted() ? detach(view, abilities) : attach(view, abilities);
    }

    private static AttachDecision attach(View view, Abilities abilities) {
        VolumeAttachment attachment = view.attachment();
        if (attachment.attached() && !view.forced()) {
            return new Nothing();
        }
        Optional<PersistentVolume> volume = attachment.volumeName().isEmpty() ? Optional.empty() : view.volume();
        if (volume.isPresent() && volume.get().isBeingDeleted()) {
            return new Refuse("volume " + attachment.volumeName() + " is being deleted", Optional.empty());
        }
        Optional<PersistentVolume> protect = volume.filter(
                seen -> attachment.inline() == null && !seen.meta().hasFinalizer(abilities.finalizer()));
        try {
            Target target = Target.of(attachment, view.volume());
            // The specification forbids to ask for it of a driver that does not know it.
            boolean readOnly = target.csi().readOnly() && abilities.readOnly();
            return new Attach(
                    target,
                    target.use(abilities),
                    readOnly,
                    NodeId.current(attachment, view.node(), abilities.driver()),
                    protect);
        } catch (IllegalArgumentException e) {
            return new Refuse(String.valueOf(e.getMessage()), protect);
        }
    }

    private static AttachDecision detach(View view, Abilities abilities) {
        VolumeAttachment attachment = view.attachment();
        if (!attachment.meta().hasFinalizer(abilities.finalizer()) && !view.forced()) {
            return new Nothing();
        }
        try {
            return new Detach(
                    Target.of(attachment, view.volume()),
                    NodeId.currentOrRemembered(attachment, view.node(), abilities.driver()));
        } catch (IllegalArgumentException e) {
            return new Refuse(String.valueOf(e.getMessage()), Optional.empty());
        }
    }
}
