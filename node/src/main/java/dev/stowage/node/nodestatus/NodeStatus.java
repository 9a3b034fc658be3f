package dev.stowage.node.nodestatus;

import java.util.Map;
import java.util.Set;

/// The Node object of this node. Only the implementation of this interface writes it, and several changes at
/// once are one patch. Thread-safe.
public interface NodeStatus {

    /// Sets the volumes that are mounted or about to be. They are written immediately, because controllers wait
    /// for them.
    ///
    /// @param volumes by their unique names
    void reportVolumesInUse(Set<String> volumes);

    /// The volumes of [#useVolumes] that are written to the Node object.
    Set<String> volumesReportedInUse();

    /// The volumes that the Node object lists as attached, by unique name.
    Set<String> volumesAttached();

    /// Reads from the API server whether a volume is attached, for a check that must not be stale.
    boolean isAttachedNow(String volume) throws InterruptedException;

    /// The listener is called when one of these results changes.
    void listen(Runnable listener);

    /// Sets a driver's node ID and topology. Returns when the Node object has them.
    ///
    /// @param topology labels; one that the node has with another value is refused
    /// @throws IllegalStateException with a message for the driver, when a label has another value
    void addDriver(String driver, String nodeId, Map<String, String> topology) throws InterruptedException;

    void removeDriver(String driver) throws InterruptedException;
}
