package dev.stowage.control.attachdetach;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All that is known about one volume.
///
/// @param attachableVolume null when the volume no longer exists, only attachments of it
/// @param elsewhere nodes to which other clients have attached it, under other names
record VolumeAttachState(
        @Nullable AttachableVolume attachableVolume, List<VolumeNodeState> links, Set<String> elsewhere) {

    boolean isExclusive() {
        return attachableVolume != null && attachableVolume.exclusive();
    }

    /// The same, for one node only.
    VolumeAttachState at(String node) {
        return new VolumeAttachState(
                attachableVolume,
                links.stream()
                        .filter(volumeNodeState -> volumeNodeState.node().equals(node))
                        .toList(),
                elsewhere);
    }
}
