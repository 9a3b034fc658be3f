package dev.stowage.node.volume.keep;

import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.HostVolume;
import dev.stowage.node.volume.VolumeAnswer;
import dev.stowage.node.volume.want.Wish;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is known of one pod. Guarded by [World].
final class PodEntry {
    /// Null for a pod that left something here and that nobody has told of.
    @Nullable
    NodePod pod;

    boolean released;

    /// Whether its folders are empty.
    boolean clean;

    Wish wish = Wish.NOTHING;

    /// Those without a driver that are there, by their names.
    final Map<String, HostVolume> local = new LinkedHashMap<>();

    /// The latest trouble of each volume that had some, by its name.
    final Map<String, String> troubles = new LinkedHashMap<>();

    @Nullable
    VolumeAnswer told;
}
