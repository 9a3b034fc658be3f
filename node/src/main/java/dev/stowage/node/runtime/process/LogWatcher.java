package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Copies logs when containers write output.
final class LogWatcher implements AutoCloseable {
    private final WatchService service;
    private final Map<WatchKey, ProcessContainer> watched = new ConcurrentHashMap<>();
    private final Map<ProcessContainer, WatchKey> keys = new ConcurrentHashMap<>();

    LogWatcher() throws IOException {
        service = FileSystems.getDefault().newWatchService();
        Thread.ofVirtual().name("container-logs").start(this::loop);
    }

    void watch(ProcessContainer processContainer) throws IOException {
        WatchKey key = processContainer
                .folder()
                .register(service, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_CREATE);
        watched.put(key, processContainer);
        keys.put(processContainer, key);
    }

    void forget(ProcessContainer processContainer) {
        WatchKey key = keys.remove(processContainer);
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
                // Before copying: later output triggers another copy.
                key.reset();
                ProcessContainer processContainer = watched.get(key);
                if (processContainer != null) {
                    processContainer.copyLogs();
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
