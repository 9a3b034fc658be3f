package dev.stowage.driver.pool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Keeps two drivers from creating, mounting or growing one pool at once: while a driver is replaced, both may
/// run, and the drivers of several nodes may share a pool. Waits for the other one. The kernel gives it up when
/// its holder dies.
///
/// @param here separates drivers in one process, which share the kernel's lock
public record PoolLock(FileChannel file, ReentrantLock here) implements AutoCloseable {

    private static final Map<Path, ReentrantLock> HERE = new ConcurrentHashMap<>();

    public static PoolLock take(Path directory) throws IOException {
        ReentrantLock here = HERE.computeIfAbsent(directory.toRealPath(), _ -> new ReentrantLock());
        here.lock();
        try {
            return new PoolLock(locked(directory), here);
        } catch (IOException | RuntimeException e) {
            here.unlock();
            throw e;
        }
    }

    private static FileChannel locked(Path directory) throws IOException {
        FileChannel file =
                FileChannel.open(directory.resolve("pool.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (file.lock().isValid()) {
                return file;
            }
        } catch (IOException | OverlappingFileLockException e) {
            file.close();
            throw new IOException("cannot lock the pool in " + directory + "; changing it would be unsafe", e);
        }
        throw new IllegalStateException("a lock that was just taken is not valid");
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            here.unlock();
        }
    }
}
