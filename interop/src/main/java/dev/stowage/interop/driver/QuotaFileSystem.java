package dev.stowage.interop.driver;

import dev.stowage.interop.process.LoopDevices;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A file system with project quota, on a loop device.
///
/// @param folder has the file that is the disk
record QuotaFileSystem(Path folder) implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /// It takes only the space that is written to.
    private static final long SIZE = 2L << 30;

    /// Which file system it is.
    enum Format {
        XFS,
        EXT4;

        private List<String> mkfs() {
            return switch (this) {
                case XFS -> List.of("mkfs.xfs", "-q");
                case EXT4 -> List.of("mkfs.ext4", "-q", "-O", "quota,project", "-E", "quotatype=prjquota");
            };
        }
    }

    static QuotaFileSystem mount(Path folder, Format format) throws IOException, InterruptedException {
        Path disk = folder.resolve("disk.img");
        try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "rw")) {
            file.setLength(SIZE);
        }
        List<String> mkfs = new ArrayList<>(format.mkfs());
        mkfs.add(disk.toString());
        ProcessRunner.run(DEADLINE, mkfs).orThrow();
        Path root = Files.createDirectories(root(folder));
        ProcessRunner.run(DEADLINE, "mount", "-o", "loop,prjquota", disk.toString(), root.toString())
                .orThrow();
        return new QuotaFileSystem(folder);
    }

    static Path root(Path folder) {
        return folder.resolve("mounted");
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> {
            MountPoints.removeBeneath(folder);
            LoopDevices.freeOver(folder);
        });
    }
}
