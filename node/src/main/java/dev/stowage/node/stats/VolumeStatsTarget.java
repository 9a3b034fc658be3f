package dev.stowage.node.stats;

import java.nio.file.Path;

/// A volume of a pod that can be asked how full it is.
///
/// @param volume its name in the pod
/// @param claim the claim behind it; empty when there is none
/// @param driver whose it is; empty for a folder of the node itself
/// @param handle what the driver calls it
record VolumeStatsTarget(
        String podUid, String namespace, String volume, String claim, Path path, String driver, String handle) {

    Key key() {
        return new Key(podUid, volume);
    }

    record Key(String podUid, String volume) {}
}
