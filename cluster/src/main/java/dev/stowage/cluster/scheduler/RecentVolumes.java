package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Volumes that were created a moment ago. Provisioners measure capacity once a minute; after that time,
/// capacity objects include them. Thread-safe.
final class RecentVolumes {
    static final Duration BELIEVED_AFTER = Duration.ofMinutes(1);

    private final Map<NamespacedName, ObjectMeta> volumes = new HashMap<>();

    /// @return whether it is a volume to remember
    synchronized boolean note(PersistentVolume volume, Instant now) {
        ObjectReference claim = volume.claim();
        if (claim == null
                || !volume.meta().annotations().containsKey(VolumeAnnotations.PROVISIONED_BY)
                || !isYoung(volume.meta(), now)) {
            return false;
        }
        return volumes.putIfAbsent(claim.key(), volume.meta()) == null;
    }

    /// By the claim that they were created for, as they first appeared.
    synchronized Map<NamespacedName, ObjectMeta> at(Instant now) {
        volumes.values().removeIf(volume -> !isYoung(volume, now));
        return Map.copyOf(volumes);
    }

    private static boolean isYoung(ObjectMeta volume, Instant now) {
        return volume.creationTimestamp() != null
                && now.isBefore(volume.creationTimestamp().plus(BELIEVED_AFTER));
    }
}
