package dev.stowage.control.schedule;

import dev.stowage.control.bind.Names;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Volume;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Volumes that were made a moment ago. Provisioners measure what is left once a minute; after that time, what capacity
/// objects say is believed. Thread-safe.
final class Recent {
    static final Duration BELIEVED_AFTER = Duration.ofMinutes(1);

    private final Map<Key, Meta> volumes = new HashMap<>();

    /// @return whether it is a volume to remember
    synchronized boolean note(Volume volume, Instant now) {
        ObjectRef claim = volume.claim();
        if (claim == null
                || !volume.meta().annotations().containsKey(Names.PROVISIONED_BY)
                || !isYoung(volume.meta(), now)) {
            return false;
        }
        return volumes.putIfAbsent(claim.key(), volume.meta()) == null;
    }

    /// By the claim that they were made for, as they first appeared.
    synchronized Map<Key, Meta> at(Instant now) {
        volumes.values().removeIf(volume -> !isYoung(volume, now));
        return Map.copyOf(volumes);
    }

    private static boolean isYoung(Meta volume, Instant now) {
        return volume.created() != null && now.isBefore(volume.created().plus(BELIEVED_AFTER));
    }
}
