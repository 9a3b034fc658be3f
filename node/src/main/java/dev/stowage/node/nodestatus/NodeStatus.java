package dev.stowage.node.nodestatus;

import java.util.Map;
import java.util.Set;

/// The Node object of this node. Only the implementation of this interface writes it, and several changes at
/// once are one patch. Thread-safe.
public interface NodeStatus {

    /// Sets the volumes that are mounted or about to be. They are written at once, because controllers wait for
    /// it.
    ///
    /// @param volumes by their unique names
    void reportVolumesInUse(Set<String> volumes);

    /// The volumes of [#useVolumes] that are written to the Node object.
    Set<String> volumesReportedInUse();

    /// The volumes that the Node object lists as attached, by unique name.
    Set<String> volumesAttached();

    /// Reads from the API server whether a volume is attached, for a check that must not be stale.
    boolean isAttachedNow(String volume) throws InterruptedException;

    /// The listener is called when one of these answers changed.
    void listen(Runnable listener);

    /// A driver's name for this node, and where it says the node is. Returns when the cluster has it.
    ///
    /// @param topology labels; one that the node has with another value is refused
    /// @throws IllegalStateException with a sentence for the driver, when a label is taken
    void addDriver(String driver, String nodeId, Map<String, String> topology) throws InterruptedException;

    void removeDriver(String driver) throws InterruptedException;
}
