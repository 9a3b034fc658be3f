package dev.stowage.node.volumemanager;

import dev.stowage.node.nodestatus.NodeStatus;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reports the volumes in use to the Node object when they change.
final class VolumesInUseReporter {
    private final StateOfWorld stateOfWorld;
    private final ObjectLookup objectLookup;
    private final NodeStatus node;
    private @Nullable Set<String> reported;

    VolumesInUseReporter(StateOfWorld stateOfWorld, ObjectLookup objectLookup, NodeStatus node) {
        this.stateOfWorld = stateOfWorld;
        this.objectLookup = objectLookup;
        this.node = node;
    }

    /// Reading and reporting are one step: of two concurrent reports the later one is newer.
    synchronized void report() {
        if (!stateOfWorld.isReconstructed()) {
            return;
        }
        Set<String> now = stateOfWorld.persistent().stream()
                .filter(volume -> objectLookup.attaches(volume.driver()))
                .map(VolumeKey::uniqueName)
                .collect(Collectors.toUnmodifiableSet());
        if (!now.equals(reported)) {
            reported = now;
            node.reportVolumesInUse(now);
        }
    }
}
