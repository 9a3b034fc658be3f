package dev.stowage.node.podvolumes;

/// A volume of a driver on this node, whoever uses it.
public record VolumeKey(String driver, String handle) {

    /// As the node's object has it in `volumesInUse` and `volumesAttached`.
    public String uniqueName() {
        return "kubernetes.io/csi/" + driver + "^" + handle;
    }

    @Override
    public String toString() {
        return driver + "^" + handle;
    }
}
