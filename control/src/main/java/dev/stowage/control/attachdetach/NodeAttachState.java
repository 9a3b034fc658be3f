package dev.stowage.control.attachdetach;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.List;

/// A node and the attachments to it.
record NodeAttachState(Node node, List<AttachedVolume> volumes) {

    /// @param volume its unique name
    /// @param pods those that need it here
    record AttachedVolume(
            String volume, String title, VolumeAttachment attachment, List<Pod> pods, DetachPhase detachPhase) {

        /// Whether the kubelet may mount it.
        boolean isSafe() {
            return attachment.attached() && !attachment.isBeingDeleted() && detachPhase == DetachPhase.NONE;
        }
    }
}
