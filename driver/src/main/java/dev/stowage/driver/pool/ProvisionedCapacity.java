package dev.stowage.driver.pool;

import dev.stowage.linux.file.FileSystems;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;

/// How many bytes of a pool are provisioned. Thread-safe; each reservation counts all reservations before it,
/// and costs the same whatever the pool holds.
final class ProvisionedCapacity {
    private static final Bytes SMALLEST = Bytes.of(4096);

    private final PoolSettings settings;
    private final PoolBacking poolBacking;

    /// Sizes of all volumes and snapshots that are not thin.
    private long promised;

    private long thin;

    /// The part of `promised` for objects that are being created now: their blocks may not be allocated yet.
    private long underWay;

    ProvisionedCapacity(PoolSettings settings, PoolBacking poolBacking) {
        this.settings = settings;
        this.poolBacking = poolBacking;
    }

    /// What is in the pool according to its records.
    synchronized void found(long lasting, long asThin) {
        promised = lasting + underWay;
        thin = asThin;
    }

    synchronized CapacityReservation take(Bytes size, boolean asThin) throws CsiException, IOException {
        PoolSpace now = poolBacking.poolSpace();
        long most = times(now.ever());
        if (most <= 0) {
            throw CsiException.outOfRange(
                    "pool %s cannot hold any volume: the disk of %s is too small, it has %s in all"
                            .formatted(
                                    settings.name(),
                                    settings.directory(),
                                    Bytes.of(FileSystems.stats(settings.directory())
                                            .totalBytes())));
        }
        if (size.count() > most) {
            throw CsiException.outOfRange(
                    "pool %s can hold at most %s, not %s".formatted(settings.name(), Bytes.of(most), size));
        }
        if (!now.cause().isEmpty()) {
            throw CsiException.resourceExhausted("pool %s: %s".formatted(settings.name(), now.cause()));
        }
        if (now.low()) {
            throw CsiException.resourceExhausted(
                    "pool %s has only %s left, below its low-water mark of %s; free space in %s"
                            .formatted(
                                    settings.name(), Bytes.of(now.free()), settings.lowWater(), settings.directory()));
        }
        if (asThin) {
            thin += size.count();
        } else {
            refuseBeyond(left(now), size);
            promised += size.count();
            underWay += size.count();
        }
        return new CapacityReservation(this, size, asThin);
    }

    private void refuseBeyond(long left, Bytes size) throws CsiException {
        if (size.count() > left) {
            throw CsiException.resourceExhausted("pool %s has %s available, not %s; %s are already provisioned"
                    .formatted(settings.name(), Bytes.of(left), size, Bytes.of(promised)));
        }
    }

    private long left(PoolSpace now) {
        long unpromised = times(now.capacity()) - promised;
        long unused = times(now.free()) - underWay;
        return Math.max(0, Math.min(unpromised, unused));
    }

    private long times(long bytes) {
        // A cast of a double that is too big gives the biggest long.
        return settings.overcommit() == 1.0 ? bytes : (long) (bytes * settings.overcommit());
    }

    synchronized void made(Bytes size, boolean asThin) {
        if (!asThin) {
            underWay -= size.count();
        }
    }

    synchronized void unreserve(Bytes size, boolean asThin) {
        if (asThin) {
            thin = Math.max(0, thin - size.count());
        } else {
            promised = Math.max(0, promised - size.count());
        }
    }

    synchronized AvailableCapacity availableCapacity() throws IOException {
        PoolSpace now = poolBacking.poolSpace();
        if (now.low()) {
            return new AvailableCapacity(Bytes.ZERO, Bytes.ZERO, SMALLEST);
        }
        if (settings.thin()) {
            return new AvailableCapacity(Bytes.of(now.free()), Bytes.of(times(now.ever())), SMALLEST);
        }
        Bytes left = Bytes.of(left(now));
        return new AvailableCapacity(left, left, SMALLEST);
    }

    synchronized long provisioned() {
        return promised;
    }

    synchronized long underWay() {
        return underWay;
    }

    synchronized long thin() {
        return thin;
    }
}
