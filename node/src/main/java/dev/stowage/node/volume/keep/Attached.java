package dev.stowage.node.volume.keep;

import dev.stowage.node.self.OwnNode;
import dev.stowage.node.volume.want.VolumeKey;
import java.util.Set;

/// What the cluster and this node have told each other of attached volumes, at one moment.
record Attached(Set<String> toldInUse, Set<String> attached) {

    static Attached now(OwnNode node) {
        // In this order: what is attached after we were heard stays until we tell otherwise.
        Set<String> told = node.volumesToldInUse();
        return new Attached(told, node.volumesAttached());
    }

    boolean has(VolumeKey volume) {
        return toldInUse.contains(volume.uniqueName()) && attached.contains(volume.uniqueName());
    }
}
