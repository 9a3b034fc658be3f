package dev.stowage.driver.image;

import dev.stowage.sdk.VolumeId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/// One after another for what concerns the device of one volume: publications of a volume come side by side,
/// and two snapshots must not thaw each other's file system.
final class VolumeLocks {

    private final List<ReentrantLock> stripes =
            IntStream.range(0, 256).mapToObj(_ -> new ReentrantLock()).toList();

    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    Held hold(VolumeId id) {
        return hold(List.of(id));
    }

    /// In the order of the stripes, so that two groups cannot wait for each other.
    Held hold(Collection<VolumeId> ids) {
        List<ReentrantLock> wanted = ids.stream()
                .map(id -> Math.floorMod(id.hashCode(), stripes.size()))
                .distinct()
                .sorted()
                .map(stripes::get)
                .toList();
        wanted.forEach(ReentrantLock::lock);
        return () -> wanted.reversed().forEach(ReentrantLock::unlock);
    }
}
