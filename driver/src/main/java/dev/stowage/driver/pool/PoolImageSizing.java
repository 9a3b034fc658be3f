package dev.stowage.driver.pool;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.sdk.Bytes;
import java.io.IOException;
import java.util.Optional;

/// How big the file of a pool is to be.
record PoolImageSizing(PoolSettings settings, PoolImage image, FileSystemOverhead fileSystemOverhead) {
    static final long MIB = 1 << 20;
    static final Bytes SMALLEST = Bytes.mebi(512);

    private static final long FIRST_AT_LEAST = 1024 * MIB;
    private static final long FIRST_AT_MOST = 16 * 1024 * MIB;

    /// The initial size, large enough that growth does not leave a file system of a thousand small allocation
    /// groups.
    long first(long bytes) throws IOException {
        long usual = Math.clamp(settings.poolSize().count() / 64, FIRST_AT_LEAST, FIRST_AT_MOST);
        long wanted = Math.max(usual, fileSystemOverhead.sizeFor(bytes));
        return Math.max(SMALLEST.count(), Math.min(wanted, most()) / MIB * MIB);
    }

    /// So that it is not grown for every volume.
    long next(long size, long needed) throws IOException {
        return Math.min(Math.max(needed, size + size / 4), most()) / MIB * MIB;
    }

    /// @param size of the file now
    /// @param inside what can still be written in it
    /// @param promised all that it must be able to hold
    /// @param now what must be writable at once
    long needed(long size, long inside, long promised, long now) {
        long forNow =
                now <= inside ? size : size + fileSystemOverhead.sizeFor(now - inside) - fileSystemOverhead.sizeFor(0);
        return Math.max(fileSystemOverhead.sizeFor(promised), forNow);
    }

    boolean canHold(long promised) throws IOException {
        // Sizes are already rounded up to whole MiB.
        return fileSystemOverhead.sizeFor(promised) <= most() + 2 * MIB;
    }

    private long most() throws IOException {
        return most(disk(), Stat.find(image.file()));
    }

    /// What the file can become, never less than it is.
    private long most(FileSystems.Stats disk, Optional<Stat> file) {
        long spare = Math.max(0, disk.availableBytes() - settings.lowWater().count());
        long possible = file.map(Stat::allocatedBytes).orElse(0L) + spare;
        long size = file.map(Stat::size).orElse(0L);
        return Math.max(size, Math.min(settings.poolSize().count(), possible) / MIB * MIB);
    }

    /// @param inside what can still be written in the mounted file system; nothing while there is none
    PoolSpace measure(Optional<Long> inside) throws IOException {
        long low = settings.lowWater().count();
        FileSystems.Stats disk = disk();
        Optional<Stat> file = Stat.find(image.file());
        long size = file.map(Stat::size).orElse(0L);
        long most = most(disk, file);
        long free = inside.isPresent()
                ? inside.get() + fileSystemOverhead.share(most - size)
                : fileSystemOverhead.usable(most);
        long ever = Math.min(settings.poolSize().count(), disk.totalBytes() - low);
        return new PoolSpace(
                fileSystemOverhead.usable(Math.max(ever, size)), fileSystemOverhead.usable(most), free, free < low);
    }

    private FileSystems.Stats disk() throws IOException {
        try (Descriptor directory = Descriptor.openDirectory(settings.directory())) {
            return FileSystems.stats(directory);
        }
    }
}
