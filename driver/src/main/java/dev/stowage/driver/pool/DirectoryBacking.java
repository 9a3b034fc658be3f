package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.StorageProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/// The directory itself is the pool.
final class DirectoryBacking implements PoolBacking {
    private final PoolSettings settings;
    private final boolean reflink;
    private final PoolDirectory folder;
    private volatile boolean ensured;
    private volatile long foreign;

    DirectoryBacking(PoolSettings settings, boolean reflink) {
        this.settings = settings;
        this.reflink = reflink;
        this.folder = new PoolDirectory(settings.directory());
    }

    @Override
    public void start() throws IOException {
        directory();
    }

    @Override
    public boolean isMade() {
        return true;
    }

    @Override
    public boolean isThere() {
        return true;
    }

    @Override
    public PoolDirectory place() {
        return folder;
    }

    /// A share belongs to the administrator and may be unmounted: nothing is created there without its backend.
    @Override
    public PoolDirectory directory() throws IOException {
        if (!ensured && settings.kind() != BackendKind.SHARED) {
            folder.ensure();
        }
        ensured = true;
        return folder;
    }

    @Override
    public PoolSpace poolSpace() throws IOException {
        long low = settings.lowWater().count();
        FileSystems.Stats disk = disk();
        long total = disk.totalBytes() - (disk.freeBytes() - disk.availableBytes());
        return new PoolSpace(
                Math.max(0, total - low),
                Math.max(0, total - foreign - low),
                Math.max(0, disk.availableBytes() - low),
                disk.availableBytes() < low);
    }

    /// Opening a directory of a share can hang, so it must happen where a deadline applies.
    private FileSystems.Stats disk() throws IOException {
        if (settings.kind() == BackendKind.SHARED) {
            return FileSystems.stats(settings.directory());
        }
        try (Descriptor directory = Descriptor.openDirectory(settings.directory())) {
            return FileSystems.stats(directory);
        }
    }

    @Override
    public void provide(long promised, long now) {
        // The capacity of a directory is fixed.
    }

    /// Space used by others can be measured only while the pool is empty.
    @Override
    public void counted(boolean empty) throws IOException {
        if (settings.kind() == BackendKind.SHARED) {
            return;
        }
        if (empty) {
            PoolRecord.Plain now =
                    new PoolRecord.Plain(FileSystems.stats(settings.directory()).usedBytes());
            now.write(settings.directory());
        }
        if (PoolRecord.read(settings.directory()).orElse(null) instanceof PoolRecord.Plain(long bytes)) {
            foreign = bytes;
        }
    }

    @Override
    public boolean hasReflink() {
        return reflink;
    }

    @Override
    public List<StorageProblem> problems() throws IOException {
        if (!Files.isDirectory(settings.directory())) {
            return List.of(new StorageProblem(
                    true,
                    "PoolMissing",
                    "the directory of pool %s, %s, does not exist; mount its disk"
                            .formatted(settings.name(), settings.directory())));
        }
        return lowWater(settings, poolSpace());
    }

    static List<StorageProblem> lowWater(PoolSettings settings, PoolSpace now) {
        if (!now.low()) {
            return List.of();
        }
        return List.of(new StorageProblem(
                false,
                "PoolFull",
                "pool %s is below its low-water mark of %s (%s left); free space in %s"
                        .formatted(settings.name(), settings.lowWater(), Bytes.of(now.free()), settings.directory())));
    }

    @Override
    public void release() {
        // Nothing to release.
    }
}
