package dev.stowage.node.volumemanager;

import dev.stowage.node.nodestatus.NodeStatus;
import dev.stowage.node.podvolumes.VolumeKey;
import java.util.Set;

/// What the cluster and this node have told each other of attached volumes, at one moment.
record AttachedVolumes(Set<String> reportedInUse, Set<String> attached) {

    static AttachedVolumes read(NodeStatus node) {
        // In this order: what is attached after we were heard stays until we tell otherwise.
        Set<String> told = node.volumesReportedInUse();
        return new AttachedVolumes(told, node.volumesAttached());
    }

    boolean has(VolumeKey volume) {
        return reportedInUse.contains(volume.uniqueName()) && attached.contains(volume.uniqueName());
    }
}
