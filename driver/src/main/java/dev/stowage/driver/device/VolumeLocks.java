package dev.stowage.driver.device;

import dev.stowage.sdk.VolumeId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/// Serializes operations on the device of one volume: publish calls of a volume may be concurrent, and two
/// snapshots must not thaw each other's file system.
public final class VolumeLocks {

    private final List<ReentrantLock> stripes =
            IntStream.range(0, 256).mapToObj(_ -> new ReentrantLock()).toList();

    public interface Held extends AutoCloseable {
        @Override
        void close();
    }

    public Held hold(VolumeId id) {
        return hold(List.of(id));
    }

    /// Locked in the order of the stripes, so that two groups cannot deadlock.
    public Held hold(Collection<VolumeId> ids) {
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
