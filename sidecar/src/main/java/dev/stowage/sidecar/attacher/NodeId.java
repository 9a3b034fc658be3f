package dev.stowage.sidecar.attacher;

import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Optional;

/// What the driver calls the node of an attachment.
final class NodeId {

    /// Where an attachment remembers it: a node may be gone before its volumes are detached.
    static final String ANNOTATION = "csi.alpha.kubernetes.io/node-id";

    private NodeId() {}

    /// @throws IllegalArgumentException when the driver is not known on that node, with a sentence for the user
    static String current(VolumeAttachment attachment, Optional<CsiNode> node, String driver) {
        return node.flatMap(present -> present.driver(driver))
                .map(CsiNode.Driver::nodeId)
                .orElseThrow(() -> new IllegalArgumentException(
                        node.isEmpty()
                                ? "there is no CSINode " + attachment.nodeName()
                                : "CSINode " + attachment.nodeName() + " does not list driver " + driver
                                        + "; check that the driver runs on that node"));
    }

    /// @throws IllegalArgumentException when neither the node nor the attachment tells
    static String currentOrRemembered(VolumeAttachment attachment, Optional<CsiNode> node, String driver) {
        if (node.flatMap(present -> present.driver(driver)).isEmpty()
                && attachment.meta().annotations().containsKey(ANNOTATION)) {
            return attachment.meta().annotation(ANNOTATION);
        }
        return current(attachment, node, driver);
    }
}
