package dev.stowage.node.pluginmanager;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches the directory in which drivers create their registration sockets. After any event the whole
/// directory is scanned: its content matters, not the event.
final class PluginWatcher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PluginWatcher.class);

    /// Finds what the kernel did not report, for example that the directory itself was replaced.
    private static final Duration RESYNC = Duration.ofSeconds(30);

    private static final int DEEPEST = 8;
    private static final int MOST = 1024;

    private final Path folder;
    private final Consumer<Map<Path, SocketIdentity>> viewer;
    private final WatchService watch;
    private final Thread thread;

    private PluginWatcher(Path folder, Consumer<Map<Path, SocketIdentity>> viewer) throws IOException {
        this.folder = folder;
        this.viewer = viewer;
        this.watch = FileSystems.getDefault().newWatchService();
        this.thread = Thread.ofVirtual().name("plugin-registry").unstarted(this::run);
    }

    /// @param viewer receives all sockets, once at the start and then after each change
    static PluginWatcher watch(Path folder, Consumer<Map<Path, SocketIdentity>> viewer) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        var registry = new PluginWatcher(folder, viewer);
        registry.thread.start();
        return registry;
    }

    private void run() {
        try {
            while (true) {
                show();
                WatchKey changed = watch.poll(RESYNC.toNanos(), TimeUnit.NANOSECONDS);
                while (changed != null) {
                    changed.pollEvents();
                    changed.reset();
                    changed = watch.poll();
                }
            }
        } catch (InterruptedException e) {
            log.debug("Stopped watching {}.", folder);
        }
    }

    private void show() {
        Map<Path, SocketIdentity> sockets = new TreeMap<>();
        try {
            Files.createDirectories(folder);
            scan(folder, 0, sockets);
        } catch (IOException e) {
            // Sockets that cannot be read are not treated as deleted.
            log.warn("Cannot read {}; drivers cannot register: {}", folder, e.toString());
            return;
        }
        viewer.accept(sockets);
    }

    private void scan(Path place, int depth, Map<Path, SocketIdentity> sockets) throws IOException {
        // Watched before it is read, so that no change is missed.
        place.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
            for (Path entry : entries) {
                if (entry.getFileName().toString().startsWith(".")) {
                    continue;
                }
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) && depth < DEEPEST) {
                    scanDirectory(entry, depth + 1, sockets);
                } else if (sockets.size() < MOST) {
                    SocketIdentity.of(entry).ifPresent(socketIdentity -> sockets.put(entry, socketIdentity));
                }
            }
        }
    }

    /// A subdirectory may be deleted during the scan.
    private void scanDirectory(Path place, int depth, Map<Path, SocketIdentity> sockets) throws IOException {
        try {
            scan(place, depth, sockets);
        } catch (IOException e) {
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            watch.close();
        } catch (IOException e) {
            log.debug("Cannot close the watch of {}: {}", folder, e.toString());
        }
    }
}
