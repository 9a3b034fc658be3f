package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Copies logs when containers say something.
final class LogWatch implements AutoCloseable {
    private final WatchService service;
    private final Map<WatchKey, Container> watched = new ConcurrentHashMap<>();
    private final Map<Container, WatchKey> keys = new ConcurrentHashMap<>();

    LogWatch() throws IOException {
        service = FileSystems.getDefault().newWatchService();
        Thread.ofVirtual().name("container-logs").start(this::loop);
    }

    void watch(Container container) throws IOException {
        WatchKey key = container
                .folder()
                .register(service, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_CREATE);
        watched.put(key, container);
        keys.put(container, key);
    }

    void forget(Container container) {
        WatchKey key = keys.remove(container);
        if (key != null) {
            key.cancel();
            watched.remove(key);
        }
    }

    private void loop() {
        try {
            while (true) {
                WatchKey key = service.take();
                key.pollEvents();
                // Before copying: what is said meanwhile wakes us once more.
                key.reset();
                Container container = watched.get(key);
                if (container != null) {
                    container.copyLogs();
                }
            }
        } catch (ClosedWatchServiceException | InterruptedException e) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
