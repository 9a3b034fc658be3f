package dev.stowage.node.podvolumes;

import dev.stowage.k8s.names.CsiKeys;

/// Identifies a volume of a driver on this node, whichever pods use it.
public record VolumeKey(String driver, String handle) {

    /// As the node's object has it in `volumesInUse` and `volumesAttached`.
    public String uniqueName() {
        return CsiKeys.UNIQUE_VOLUME_NAME_PREFIX + driver + "^" + handle;
    }

    @Override
    public String toString() {
        return driver + "^" + handle;
    }
}
