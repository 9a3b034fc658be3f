package dev.stowage.sidecar.attacher;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Optional;

/// The driver's id of an attachment's node.
final class NodeId {

    /// The annotation on the attachment: a node may be deleted before its volumes are detached.
    static final String ANNOTATION = CsiKeys.ATTACHED_NODE_ID;

    private NodeId() {}

    /// @throws IllegalArgumentException when the driver is not registered on that node, with a text for users
    static String current(VolumeAttachment attachment, Optional<CsiNode> node, String driver) {
        return node.flatMap(present -> present.driver(driver))
                .map(CsiNode.Driver::nodeId)
                .orElseThrow(() -> new IllegalArgumentException(
                        node.isEmpty()
                                ? "CSINode " + attachment.nodeName() + " not found"
                                : "CSINode " + attachment.nodeName() + " does not list driver " + driver
                                        + "; check that the driver runs on that node"));
    }

    /// @throws IllegalArgumentException when neither the node nor the attachment has it
    static String currentOrRemembered(VolumeAttachment attachment, Optional<CsiNode> node, String driver) {
        if (node.flatMap(present -> present.driver(driver)).isEmpty()
                && attachment.meta().annotations().containsKey(ANNOTATION)) {
            return attachment.meta().annotation(ANNOTATION);
        }
        return current(attachment, node, driver);
    }
}
