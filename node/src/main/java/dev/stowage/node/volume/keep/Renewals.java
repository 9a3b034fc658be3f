package dev.stowage.node.volume.keep;

import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/// When volumes are published anew, for drivers that renew contents that way.
final class Renewals {
    private final Map<Spot, Long> due = new ConcurrentHashMap<>();
    private final Duration period;
    private final BiConsumer<VolumeKey, Duration> later;

    /// @param period how long what was published is good, more or less
    /// @param later asks for a look at a volume after some time
    Renewals(Duration period, BiConsumer<VolumeKey, Duration> later) {
        this.period = period;
        this.later = later;
    }

    void plan(VolumeKey volume, Spot spot) {
        // Not all at once, after a node has begun with many.
        long spread = Math.max(1, period.toMillis() / 10);
        Duration pause = period.plusMillis(ThreadLocalRandom.current().nextLong(-spread, spread));
        due.put(spot, System.nanoTime() + pause.toNanos());
        later.accept(volume, pause);
    }

    void forget(Spot spot) {
        due.remove(spot);
    }

    Set<Spot> due(Have have) {
        long now = System.nanoTime();
        return have.publications().keySet().stream()
                .filter(spot -> {
                    Long at = due.get(spot);
                    return at != null && at - now <= 0;
                })
                .collect(Collectors.toSet());
    }
}
