package dev.stowage.node.stats;

import java.nio.file.Path;
import java.util.Optional;

/// A volume of a pod whose usage can be read.
///
/// @param volume its name in the pod
/// @param claim the claim behind it; empty when there is none
/// @param driver its driver; empty for a directory of the node itself
/// @param handle the volume ID of the driver
/// @param staging where a driver with staging has it; empty for volumes that are never staged
record VolumeStatsTarget(
        String podUid,
        String namespace,
        String volume,
        String claim,
        Path path,
        String driver,
        String handle,
        Optional<Path> staging) {

    Key key() {
        return new Key(podUid, volume);
    }

    record Key(String podUid, String volume) {}
}
