package dev.stowage.linux.mountinfo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A snapshot of the mount table that resolves paths as the kernel does, so that mounts hidden below others do not
/// count. Thread-safe.
public final class MountTable {
    private static final Path SOURCE = Path.of("/proc/self/mountinfo");
    private static final int NOWHERE = -1;

    /// Parsing takes far longer than reading, and the table seldom changes. The collector may drop it.
    private static volatile SoftReference<Parsed> latest = new SoftReference<>(new Parsed(new byte[0], List.of()));

    private static final class Parsed {
        private final byte[] text;
        private final MountTable table;

        Parsed(byte[] text, List<MountPoint> mounts) {
            this.text = text;
            this.table = new MountTable(mounts);
        }
    }

    private final List<MountPoint> mounts;
    /// By the parent and the target: a node can have thousands of mounts below one parent.
    private final Map<Integer, Map<Path, MountPoint>> byParent = new HashMap<>();

    public MountTable(List<MountPoint> mounts) {
        this.mounts = List.copyOf(mounts);
        Set<Integer> ids = new HashSet<>();
        mounts.forEach(mount -> ids.add(mount.id()));
        for (MountPoint mount : mounts) {
            // The parent of the root mount is outside what this process sees, or the mount itself.
            boolean top = !ids.contains(mount.parent()) || mount.parent() == mount.id();
            byParent.computeIfAbsent(top ? NOWHERE : mount.parent(), _ -> new HashMap<>())
                    .putIfAbsent(mount.target(), mount);
        }
    }

    /// As it is now.
    public static MountTable read() throws IOException {
        return read(SOURCE);
    }

    static MountTable read(Path source) throws IOException {
        return of(Files.readAllBytes(source));
    }

    /// As it is now, but options of file systems and the propagation of mounts can be a quarter of a second old.
    public static MountTable current() throws IOException {
        return Current.MOUNTS.table();
    }

    /// Has [#current] read the table: comes after a change of propagation, which the kernel does not report.
    public static void forget() {
        Current.MOUNTS.forget();
    }

    /// Opened with the first use.
    private static final class Current {
        static final CurrentMounts MOUNTS = open();

        private static CurrentMounts open() {
            try {
                return CurrentMounts.open(SOURCE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// @param text never changed afterwards
    static MountTable of(byte[] text) throws MalformedMountInfoException {
        Parsed before = latest.get();
        if (before != null && Arrays.equals(before.text, text)) {
            return before.table;
        }
        Parsed now = new Parsed(text, MountInfo.parse(text));
        latest = new SoftReference<>(now);
        return now.table;
    }

    public List<MountPoint> mounts() {
        return mounts;
    }

    /// The mounts whose target is exactly this path, lowest first; the last one is what a user sees.
    public List<MountPoint> stackedAt(Path canonical) {
        List<MountPoint> walked = walk(canonical);
        return walked.stream().filter(mount -> mount.target().equals(canonical)).toList();
    }

    /// The mount that holds the file at this path.
    public Optional<MountPoint> covering(Path canonical) {
        List<MountPoint> walked = walk(canonical);
        return walked.isEmpty() ? Optional.empty() : Optional.of(walked.getLast());
    }

    /// Visible mounts strictly below a directory.
    public List<MountPoint> below(Path canonical) {
        return mounts.stream()
                .filter(mount ->
                        mount.target().startsWith(canonical) && !mount.target().equals(canonical))
                .filter(mount -> stackedAt(mount.target()).contains(mount))
                .toList();
    }

    private List<MountPoint> walk(Path canonical) {
        List<MountPoint> walked = new ArrayList<>();
        Path root = Path.of("/");
        int current = enter(root, NOWHERE, walked);
        Path prefix = root;
        for (Path component : canonical) {
            prefix = prefix.resolve(component);
            current = enter(prefix, current, walked);
        }
        return walked;
    }

    /// Adds all mounts stacked at one path, from the lowest to the topmost.
    private int enter(Path path, int below, List<MountPoint> walked) {
        int current = below;
        Optional<MountPoint> next = child(current, path);
        // The table is not read in one step: an id that the kernel uses again meanwhile can make a mount its own
        // parent.
        while (next.isPresent() && walked.size() < mounts.size()) {
            walked.add(next.get());
            current = next.get().id();
            next = child(current, path);
        }
        return current;
    }

    private Optional<MountPoint> child(int parent, Path path) {
        return Optional.ofNullable(byParent.getOrDefault(parent, Map.of()).get(path));
    }
}
