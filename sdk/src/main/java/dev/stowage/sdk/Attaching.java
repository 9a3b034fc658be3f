package dev.stowage.sdk;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Making a volume reachable on a node before it is staged there. Declares PUBLISH_UNPUBLISH_VOLUME, and
/// LIST_VOLUMES_PUBLISHED_NODES for a driver that can list its volumes.
public interface Attaching {

    /// Attaches the volume, also when it is attached already; the result is passed to the node's [Stage] and
    /// [Publication].
    Map<String, String> attach(AttachRequest wanted) throws CsiException, IOException;

    /// Detaches the volume from the node, or from every node when none is given. Succeeds when it is not
    /// attached.
    void detach(VolumeId volume, Optional<String> node, Secrets secrets) throws CsiException, IOException;

    /// The ids of the nodes to which the volume is attached now.
    Set<String> attachedTo(VolumeId volume) throws CsiException, IOException;

    /// Whether the driver knows that the node exists.
    default boolean knowsNode(String node) {
        return true;
    }

    /// Whether it can attach for reading only. Declares PUBLISH_READONLY.
    default boolean canAttachReadOnly() {
        return false;
    }
}
