package dev.stowage.node.nodestatus;

import java.util.Map;
import java.util.Set;

/// The node's own object. Nobody but who keeps this writes it, and what several want to tell at once is one patch.
/// Thread-safe.
public interface NodeStatus {

    /// The volumes that are mounted, or about to be: told to the cluster at once, for the controllers wait for it.
    ///
    /// @param volumes by their unique names
    void reportVolumesInUse(Set<String> volumes);

    /// What the cluster has heard of [#useVolumes].
    Set<String> volumesReportedInUse();

    /// What the controllers tell as attached, by unique name.
    Set<String> volumesAttached();

    /// Asks the server itself whether a volume is told as attached; for a look that must not be stale.
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
