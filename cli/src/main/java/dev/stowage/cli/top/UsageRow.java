package dev.stowage.cli.top;

import java.util.List;
import java.util.Optional;

/// One claim and its volume.
///
/// @param size that the claim has, in bytes; 0 before it has a volume
/// @param usage empty if no kubelet reports it
/// @param pods that use it
/// @param nodes where they are
/// @param health in a word or two
record UsageRow(
        String namespace,
        String claim,
        String storageClass,
        long size,
        Optional<VolumeUsage> usage,
        List<String> pods,
        List<String> nodes,
        String health) {

    UsageRow {
        pods = List.copyOf(pods);
        nodes = List.copyOf(nodes);
    }

    /// Whether the volume is a directory in a larger file system, whose usage is all that is known. A file
    /// system of its own is never much larger than the claim.
    boolean sharesFileSystem() {
        return size > 0
                && usage.filter(volumeUsage -> volumeUsage.capacityBytes() > size + size / 10)
                        .isPresent();
    }
}
