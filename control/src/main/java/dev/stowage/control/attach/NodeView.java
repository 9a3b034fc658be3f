package dev.stowage.control.attach;

import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.util.List;

/// A node and the attachments to it.
record NodeView(Node node, List<Item> items) {

    /// @param volume its unique name
    /// @param pods those that want it here
    record Item(String volume, String title, VolumeAttachment attachment, List<Pod> pods, Handover handover) {

        /// Whether a kubelet may be told that it can mount it.
        boolean isSafe() {
            return attachment.attached() && !attachment.isBeingDeleted() && handover == Handover.NONE;
        }
    }
}
