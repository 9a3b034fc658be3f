package dev.stowage.cli.up;

import java.nio.file.Path;

/// Where one node and its drivers have their files.
///
/// @param data of everything
record NodeDirectories(String name, Path data) {

    /// The kubelet's folder.
    Path root() {
        return data.resolve("nodes").resolve(name);
    }

    Path registry() {
        return root().resolve("plugins_registry");
    }

    Path socket(String driver) {
        return root().resolve("plugins").resolve(driver).resolve("csi.sock");
    }

    /// Where a driver keeps volumes and books. Not below the node's folder: it outlives the node.
    Path driver(String driver) {
        return data.resolve("drivers").resolve(name).resolve(driver);
    }
}
