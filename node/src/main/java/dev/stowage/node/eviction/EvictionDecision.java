package dev.stowage.node.eviction;

import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.text.GoQuote;
import java.util.Optional;

/// Decides whether a pod uses more than it may, with the kubelet's messages.
final class EvictionDecision {
    private EvictionDecision() {}

    /// @return the message of the eviction; empty when the pod stays
    static Optional<String> of(LocalStorageLimits limits, LocalStorageUsage usage) {
        return limits.emptyDirs().entrySet().stream()
                .filter(volume -> exceeds(usage.emptyDirs().getOrDefault(volume.getKey(), 0L), volume.getValue()))
                .findFirst()
                .map(volume -> "Usage of EmptyDir volume %s exceeds the limit %s. "
                        .formatted(GoQuote.of(volume.getKey()), quoted(volume.getValue())))
                .or(() -> limits.pod()
                        .filter(limit -> exceeds(usage.pod(), limit))
                        .map(limit -> "Pod ephemeral local storage usage exceeds the total limit of containers "
                                + limit.canonical() + ". "))
                .or(() -> limits.containers().entrySet().stream()
                        .filter(one -> exceeds(usage.containers().getOrDefault(one.getKey(), 0L), one.getValue()))
                        .findFirst()
                        .map(one -> "Container %s exceeded its local ephemeral storage limit %s. "
                                .formatted(one.getKey(), quoted(one.getValue()))));
    }

    private static boolean exceeds(long used, Quantity limit) {
        return used > limit.value();
    }

    private static String quoted(Quantity limit) {
        return GoQuote.of(limit.canonical());
    }
}
