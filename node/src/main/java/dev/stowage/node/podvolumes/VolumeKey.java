package dev.stowage.node.podvolumes;

import dev.stowage.k8s.names.CsiKeys;

/// Identifies a volume of a driver on this node, whichever pods use it.
public record VolumeKey(String driver, String handle) {

    /// As in `volumesInUse` and `volumesAttached` of the Node object.
    public String uniqueName() {
        return CsiKeys.UNIQUE_VOLUME_NAME_PREFIX + driver + "^" + handle;
    }

    @Override
    public String toString() {
        return driver + "^" + handle;
    }
}
