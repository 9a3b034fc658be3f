package dev.stowage.control.attachdetach;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All that is known about one volume.
///
/// @param attachableVolume null when there is no such volume any more, only attachments of it
/// @param elsewhere nodes to which others have attached it, under names of their own
record VolumeAttachState(
        @Nullable AttachableVolume attachableVolume, List<VolumeNodeState> links, Set<String> elsewhere) {

    boolean isExclusive() {
        return attachableVolume != null && attachableVolume.exclusive();
    }

    /// Only one node of it.
    VolumeAttachState at(String node) {
        return new VolumeAttachState(
                attachableVolume,
                links.stream()
                        .filter(volumeNodeState -> volumeNodeState.node().equals(node))
                        .toList(),
                elsewhere);
    }
}
