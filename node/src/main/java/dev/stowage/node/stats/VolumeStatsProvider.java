package dev.stowage.node.stats;

import java.util.List;

/// The last known usage of the volumes of all pods. Thread-safe.
public interface VolumeStatsProvider {

    List<VolumeStats> of(String podUid);
}
