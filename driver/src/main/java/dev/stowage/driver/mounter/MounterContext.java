package dev.stowage.driver.mounter;

import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.process.ProcessExits;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// What all shares of a mounter use.
///
/// @param data where records and logs are
/// @param boot the id of this boot of the machine
/// @param timer runs what follows the end of a process, and repeated attempts
/// @param lock held as long as this process lives: no second mounter has the same directory
record MounterContext(
        Path data,
        MountRecords records,
        Mounts mounts,
        String boot,
        ProcessExits exits,
        ScheduledExecutorService timer,
        MountEvents events,
        FileChannel lock)
        implements AutoCloseable {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int THREADS = 8;

    static MounterContext in(Path data, Mounts mounts) throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        for (String each : new String[] {"mounts", "logs"}) {
            Files.createDirectories(data.resolve(each), ownerOnly);
        }
        FileChannel lock = FileChannel.open(data.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            lock.close();
            throw new IOException(
                    "directory " + data + " is in use by another mounter; stop it, or choose another directory");
        }
        return new MounterContext(
                data,
                MountRecords.in(data),
                mounts,
                Files.readString(BOOT_ID).strip(),
                new ProcessExits("daemon-exits"),
                Executors.newScheduledThreadPool(
                        THREADS,
                        Thread.ofPlatform().daemon().name("mounter-", 0).factory()),
                new MountEvents(),
                lock);
    }

    Path log(String share) {
        return data.resolve("logs").resolve(share + ".log");
    }

    boolean isStopped() {
        return timer.isShutdown();
    }

    /// Daemons go on.
    @Override
    public void close() throws IOException {
        timer.shutdownNow();
        exits.close();
        lock.close();
    }
}
