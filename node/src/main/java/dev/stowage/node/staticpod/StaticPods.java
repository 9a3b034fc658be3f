package dev.stowage.node.staticpod;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The static pods in the files of a directory, by UID. After any event the whole directory is read: its content
/// matters, not the event. A pod disappears with its file; a file that cannot be read keeps the pod that it had.
/// Thread-safe.
public final class StaticPods implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StaticPods.class);

    /// Finds what the kernel did not report, for example that the directory itself was replaced.
    private static final Duration RESYNC = Duration.ofSeconds(20);

    private static final List<String> SUFFIXES = List.of(".yaml", ".yml", ".json");
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_FILES = 1024;

    /// @param text the content of the file
    private record Loaded(String text, NodePod pod) {}

    private final @Nullable Path path;
    private final String node;
    private final InstantSource clock;
    private final Map<Path, Loaded> loaded = new TreeMap<>();
    private final Map<Path, String> failures = new HashMap<>();
    private volatile Map<String, NodePod> pods = Map.of();
    private @Nullable WatchService watch;
    private @Nullable Thread thread;

    private StaticPods(@Nullable Path path, String node, InstantSource clock) {
        this.path = path;
        this.node = node;
        this.clock = clock;
    }

    /// A node without static pods.
    public static StaticPods none() {
        return new StaticPods(null, "", InstantSource.system());
    }

    /// @param path a directory of files, or one file
    public static StaticPods in(Path path, String node, InstantSource clock) {
        return new StaticPods(path.toAbsolutePath().normalize(), node, clock);
    }

    /// Returns when the files are read once.
    ///
    /// @param listener receives the UIDs of pods that were added or removed
    public synchronized void start(Consumer<Set<String>> listener) {
        Path place = path;
        if (place == null) {
            return;
        }
        try {
            WatchService opened = FileSystems.getDefault().newWatchService();
            watch = opened;
            var _ = load(place, opened);
            thread = Thread.ofVirtual().name("static-pods").start(() -> follow(place, opened, listener));
        } catch (IOException e) {
            log.warn("Cannot watch {}; it has no static pods: {}", place, e.toString());
        }
    }

    private void follow(Path place, WatchService opened, Consumer<Set<String>> listener) {
        try {
            while (true) {
                WatchKey changed = opened.poll(RESYNC.toNanos(), TimeUnit.NANOSECONDS);
                while (changed != null) {
                    changed.pollEvents();
                    changed.reset();
                    changed = opened.poll();
                }
                Set<String> differing = load(place, opened);
                if (!differing.isEmpty()) {
                    listener.accept(differing);
                }
            }
        } catch (InterruptedException | ClosedWatchServiceException e) {
            log.debug("Stopped watching {}.", place);
        }
    }

    /// @return the UIDs of pods that were added or removed
    private synchronized Set<String> load(Path place, WatchService opened) {
        Map<Path, Loaded> found = new TreeMap<>();
        try {
            List<Path> files = files(place, opened);
            failures.keySet().retainAll(files);
            for (Path file : files) {
                read(file).ifPresent(one -> found.put(file, one));
            }
        } catch (IOException e) {
            // Files that cannot be listed are not treated as deleted.
            log.warn("Cannot read {}; its static pods stay as they are: {}", place, e.toString());
            return Set.of();
        }
        loaded.clear();
        loaded.putAll(found);
        Map<String, NodePod> next = byUid(found);
        Set<String> differing = new HashSet<>(pods.keySet());
        next.keySet().stream().filter(uid -> !differing.remove(uid)).toList().forEach(differing::add);
        pods = next;
        return differing;
    }

    private List<Path> files(Path place, WatchService opened) throws IOException {
        // A single file may be deleted and come back.
        boolean single = Files.isRegularFile(place) || (!Files.exists(place) && isManifest(place));
        Path folder = single ? place.getParent() : Files.createDirectories(place);
        List<Path> files = new ArrayList<>();
        if (folder != null) {
            // Watched before it is read, so that no change is missed.
            folder.register(
                    opened,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                for (Path entry : entries) {
                    boolean named = single ? entry.equals(place) : isManifest(entry);
                    if (named && Files.isRegularFile(entry) && files.size() < MOST_FILES) {
                        files.add(entry);
                    }
                }
            }
        }
        return files;
    }

    private static boolean isManifest(Path file) {
        String name = String.valueOf(file.getFileName());
        return !name.startsWith(".") && SUFFIXES.stream().anyMatch(name::endsWith);
    }

    private Optional<Loaded> read(Path file) {
        Loaded before = loaded.get(file);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new StaticPodException("it is larger than " + MOST_BYTES + " bytes");
            }
            String text = Files.readString(file, StandardCharsets.UTF_8);
            if (before != null && before.text().equals(text)) {
                return Optional.of(before);
            }
            Loaded now = new Loaded(text, StaticPodManifest.read(text, file, node, clock.instant()));
            failures.remove(file);
            return Optional.of(now);
        } catch (IOException e) {
            String why = e instanceof CharacterCodingException ? "it is not UTF-8" : String.valueOf(e.getMessage());
            if (!why.equals(failures.put(file, why))) {
                log.warn(
                        "Cannot use the static pod in {}{}: {}",
                        file,
                        before == null ? "" : "; the one before stays",
                        why);
            }
            return Optional.ofNullable(before);
        }
    }

    /// Of two pods with the same name the first one counts, in the order of the files.
    private Map<String, NodePod> byUid(Map<Path, Loaded> found) {
        Map<NamespacedName, NodePod> byName = new LinkedHashMap<>();
        found.forEach((file, one) -> {
            NodePod other = byName.putIfAbsent(one.pod().meta().key(), one.pod());
            String why = other == null ? "" : "another file has " + other.shown() + " too";
            if (other != null && !why.equals(failures.put(file, why))) {
                log.warn("Ignoring the static pod in {}: {}.", file, why);
            }
        });
        Map<String, NodePod> byUid = new LinkedHashMap<>();
        byName.values().forEach(pod -> byUid.put(pod.uid(), pod));
        return Map.copyOf(byUid);
    }

    public Collection<NodePod> all() {
        return pods.values();
    }

    public Optional<NodePod> find(String uid) {
        return Optional.ofNullable(pods.get(uid));
    }

    public Optional<NodePod> find(NamespacedName key) {
        return pods.values().stream()
                .filter(pod -> pod.meta().key().equals(key))
                .findFirst();
    }

    @Override
    public synchronized void close() {
        if (thread != null) {
            thread.interrupt();
        }
        if (watch != null) {
            try {
                watch.close();
            } catch (IOException e) {
                log.debug("Cannot close the watch of {}: {}", path, e.toString());
            }
        }
    }
}
