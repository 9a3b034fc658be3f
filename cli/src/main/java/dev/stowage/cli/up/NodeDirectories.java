package dev.stowage.cli.up;

import java.nio.file.Path;

/// The directories of one node and its drivers.
///
/// @param data the data directory of the cluster
record NodeDirectories(String name, Path data) {

    /// The kubelet's root directory.
    Path root() {
        return data.resolve("nodes").resolve(name);
    }

    Path registry() {
        return root().resolve("plugins_registry");
    }

    Path socket(String driver) {
        return root().resolve("plugins").resolve(driver).resolve("csi.sock");
    }

    /// Volumes and records of a driver. Not below the node's directory, because they outlive the node.
    Path driver(String driver) {
        return drivers().resolve(driver);
    }

    Path drivers() {
        return data.resolve("drivers").resolve(name);
    }
}
