package dev.stowage.node.volumemanager;

import dev.stowage.node.nodestatus.NodeStatus;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells the cluster which volumes are in use here, whenever that changed.
final class VolumesInUseReporter {
    private final StateOfWorld stateOfWorld;
    private final ObjectLookup objectLookup;
    private final NodeStatus node;
    private @Nullable Set<String> told;

    VolumesInUseReporter(StateOfWorld stateOfWorld, ObjectLookup objectLookup, NodeStatus node) {
        this.stateOfWorld = stateOfWorld;
        this.objectLookup = objectLookup;
        this.node = node;
    }

    /// Looking and telling are one: of two who tell at once, the later has seen more.
    synchronized void report() {
        if (!stateOfWorld.isReconstructed()) {
            return;
        }
        Set<String> now = stateOfWorld.persistent().stream()
                .filter(volume -> objectLookup.attaches(volume.driver()))
                .map(VolumeKey::uniqueName)
                .collect(Collectors.toUnmodifiableSet());
        if (!now.equals(told)) {
            told = now;
            node.reportVolumesInUse(now);
        }
    }
}
