package dev.stowage.driver.pool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Keeps two processes from making, mounting or growing one pool at once: while a driver is replaced, both may run.
/// Waits for the other one. The kernel gives it up when its holder dies.
record PoolLock(FileChannel file) implements AutoCloseable {

    static PoolLock take(Path directory) throws IOException {
        FileChannel file =
                FileChannel.open(directory.resolve("pool.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (file.lock().isValid()) {
                return new PoolLock(file);
            }
        } catch (IOException | OverlappingFileLockException e) {
            file.close();
            throw new IOException("the pool in " + directory + " cannot be locked, which makes it unsafe to change", e);
        }
        throw new IllegalStateException("a lock that was just taken is not valid");
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
