package dev.stowage.node.volumemanager;

import dev.stowage.node.nodestatus.NodeStatus;
import dev.stowage.node.podvolumes.VolumeKey;
import java.util.Set;

/// The volumes in use and the attached volumes of the Node object, at one moment.
record AttachedVolumes(Set<String> reportedInUse, Set<String> attached) {

    static AttachedVolumes read(NodeStatus node) {
        // In this order: a volume that is attached after it was reported in use stays attached until that is
        // withdrawn.
        Set<String> told = node.volumesReportedInUse();
        return new AttachedVolumes(told, node.volumesAttached());
    }

    boolean has(VolumeKey volume) {
        return reportedInUse.contains(volume.uniqueName()) && attached.contains(volume.uniqueName());
    }
}
