package dev.stowage.node.eviction;

import java.util.Map;

/// The local storage that a pod uses, in bytes.
///
/// @param emptyDirs by the names of the volumes
/// @param containers logs and writable layers, by the names of the containers
/// @param pod everything that counts against the limits of the containers together
record LocalStorageUsage(Map<String, Long> emptyDirs, Map<String, Long> containers, long pod) {
    LocalStorageUsage {
        emptyDirs = Map.copyOf(emptyDirs);
        containers = Map.copyOf(containers);
    }
}
