package dev.stowage.node.stats;

import java.util.List;

/// How full the volumes of the pods here are, as it was known last. Thread-safe.
public interface VolumeStatsProvider {

    List<VolumeStats> of(String podUid);
}
