package dev.stowage.node.server.logs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/// Sends a log to a client, and follows it if requested. The kernel reports when the file grows.
final class LogStream implements AutoCloseable {
    private final Path path;
    private final LogOptions options;
    /// Null for a client that does not follow the log.
    private final @Nullable WatchService watch;
    private LogFile file;
    private volatile boolean ended;
    private volatile boolean abandoned;

    /// @throws IOException when there is no log
    LogStream(Path given, LogOptions options) throws IOException {
        this.path = given.toRealPath();
        Path parent = path.getParent();
        if (parent == null) {
            throw new IOException(given + " is not a file");
        }
        this.options = options;
        this.file = new LogFile(path);
        try {
            this.watch = options.follow() ? watched(parent) : null;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static WatchService watched(Path folder) throws IOException {
        WatchService watch = folder.getFileSystem().newWatchService();
        folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
        return watch;
    }

    /// The container has exited: the rest of the file is all.
    void end() {
        ended = true;
        fileChanged();
    }

    /// The client has disconnected.
    void abandon() {
        abandoned = true;
        fileChanged();
    }

    private void fileChanged() {
        try {
            unwatch();
        } catch (IOException e) {
            throw new IllegalStateException("cannot close a file watch: " + e.getMessage(), e);
        }
    }

    private void unwatch() throws IOException {
        if (watch != null) {
            watch.close();
        }
    }

    void copy(OutputStream out) throws IOException, InterruptedException {
        if (options.tail() >= 0) {
            file.tail(options.tail());
        }
        LogWriter writer = new LogWriter(options, out);
        long most = options.tail() >= 0 && !options.follow() ? options.tail() : Long.MAX_VALUE;
        while (true) {
            boolean last = ended || !options.follow();
            for (byte[] line = next(most, last); line != null && !writer.isFull(); line = next(most, last)) {
                writer.write(line);
                most--;
            }
            writer.flush();
            if (watch == null || last || abandoned || writer.isFull()) {
                return;
            }
            await(watch);
        }
    }

    private byte @Nullable [] next(long most, boolean last) throws IOException {
        return most <= 0 ? null : file.next(last);
    }

    private void await(WatchService watch) throws IOException, InterruptedException {
        try {
            WatchKey key = watch.take();
            boolean another = false;
            for (WatchEvent<?> event : key.pollEvents()) {
                another |= event.kind().equals(StandardWatchEventKinds.ENTRY_CREATE)
                        && path.getFileName().equals(event.context());
            }
            key.reset();
            if (another) {
                reopen();
            }
        } catch (ClosedWatchServiceException e) {
            // It was closed to wake this thread.
        }
    }

    /// The runtime started a new file of that name; the old one has been read to its end.
    private void reopen() throws IOException {
        if (Files.exists(path)) {
            try {
                LogFile next = new LogFile(path);
                file.close();
                file = next;
            } catch (NoSuchFileException e) {
                // Deleted again already; its successor triggers another event.
            }
        }
    }

    @Override
    public void close() throws IOException {
        unwatch();
        file.close();
    }
}
