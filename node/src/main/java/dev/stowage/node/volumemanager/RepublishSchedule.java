package dev.stowage.node.volumemanager;

import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/// When volumes are published again, for drivers that renew their content this way.
final class RepublishSchedule {
    private final Map<PodVolumeKey, Long> due = new ConcurrentHashMap<>();
    private final Duration period;
    private final BiConsumer<VolumeKey, Duration> later;

    /// @param period how long a publication is valid, approximately
    /// @param later requests work on a volume after a delay
    RepublishSchedule(Duration period, BiConsumer<VolumeKey, Duration> later) {
        this.period = period;
        this.later = later;
    }

    void schedule(VolumeKey volume, PodVolumeKey podVolumeKey) {
        // Spread over time, after a node has started with many.
        long spread = Math.max(1, period.toMillis() / 10);
        Duration pause = period.plusMillis(ThreadLocalRandom.current().nextLong(-spread, spread));
        due.put(podVolumeKey, System.nanoTime() + pause.toNanos());
        later.accept(volume, pause);
    }

    void forget(PodVolumeKey podVolumeKey) {
        due.remove(podVolumeKey);
    }

    Set<PodVolumeKey> due(ActualVolume actual) {
        long now = System.nanoTime();
        return actual.publications().keySet().stream()
                .filter(podVolumeKey -> {
                    Long at = due.get(podVolumeKey);
                    return at != null && at - now <= 0;
                })
                .collect(Collectors.toSet());
    }
}
