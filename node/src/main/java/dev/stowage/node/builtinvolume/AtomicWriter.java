package dev.stowage.node.builtinvolume;

import static java.util.Objects.requireNonNull;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.FilePermissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/// A directory whose files change atomically: readers see all of the old files or all of the new ones.
///
/// The files are in a directory that is named after the time. `..data` is a link to it, and users see links
/// into `..data`; one rename changes them all.
final class AtomicWriter {
    private static final String DATA = "..data";
    private static final String NEXT_DATA = "..data_tmp";
    private static final int DIRECTORY_MODE = 0755;
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'..'yyyy_MM_dd_HH_mm_ss.", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;

    /// Called for the new files before they become visible.
    @FunctionalInterface
    interface Finish {
        void run() throws IOException;
    }

    /// @param folder must exist
    AtomicWriter(Path folder) {
        this.folder = folder;
    }

    /// Writes only when something has changed.
    ///
    /// @return whether anything was written
    boolean write(ProjectionPayload payload, Instant now, Finish finish) throws IOException {
        Map<String, ProjectedFile> files = payload.files();
        Optional<Path> old = current();
        Set<String> before = old.isPresent() ? namesIn(old.get()) : Set.of();
        boolean differs = old.isEmpty() || !before.equals(namesOf(files)) || differs(files, old.get());
        if (differs) {
            removeLeftovers(old);
            Path fresh = fill(files, now);
            finish.run();
            point(fresh);
        }
        show(files);
        hide(before, files);
        if (differs) {
            removeLeftovers(current());
        }
        return differs;
    }

    private Optional<Path> current() throws IOException {
        try {
            Path link = Files.readSymbolicLink(folder.resolve(DATA));
            Path directory = folder.resolve(link.getFileName());
            return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) ? Optional.of(directory) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Files and directories, as paths relative to the directory.
    private static Set<String> namesIn(Path directory) throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> all = Files.walk(directory)) {
            all.filter(path -> !path.equals(directory))
                    .forEach(path -> names.add(directory.relativize(path).toString()));
        }
        return names;
    }

    private static Set<String> namesOf(Map<String, ProjectedFile> files) {
        Set<String> names = new HashSet<>();
        for (String file : files.keySet()) {
            for (Path path = Path.of(file); path != null; path = path.getParent()) {
                names.add(path.toString());
            }
        }
        return names;
    }

    private static boolean differs(Map<String, ProjectedFile> files, Path old) throws IOException {
        for (var file : files.entrySet()) {
            Path path = old.resolve(file.getKey());
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    || !file.getValue().holds(Files.readAllBytes(path))) {
                return true;
            }
        }
        return false;
    }

    private Path fill(Map<String, ProjectedFile> files, Instant now) throws IOException {
        Path directory = folder.resolve(NAME.format(now)
                + Integer.toUnsignedString(ThreadLocalRandom.current().nextInt()));
        Directories.ensure(directory, DIRECTORY_MODE);
        for (var entry : files.entrySet()) {
            Path path = directory.resolve(entry.getKey());
            ProjectedFile file = entry.getValue();
            Directories.ensure(requireNonNull(path.getParent()), DIRECTORY_MODE);
            Files.write(path, file.content());
            Long owner = file.owner();
            if (owner != null) {
                FilePermissions.chown(path, Math.toIntExact(owner), -1);
            }
            FilePermissions.chmod(path, file.mode());
        }
        return directory;
    }

    private void point(Path directory) throws IOException {
        Path next = folder.resolve(NEXT_DATA);
        Files.deleteIfExists(next);
        Files.createSymbolicLink(next, directory.getFileName());
        Files.move(next, folder.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
    }

    /// A directory that is the mount point of another volume stays as it is.
    private void show(Map<String, ProjectedFile> files) throws IOException {
        for (String top : tops(files.keySet())) {
            Path visible = folder.resolve(top);
            if (!Files.exists(visible, LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(visible, Path.of(DATA, top));
            }
        }
    }

    private void hide(Set<String> before, Map<String, ProjectedFile> files) throws IOException {
        Set<String> gone = tops(before);
        gone.removeAll(tops(files.keySet()));
        for (String top : gone) {
            Path visible = folder.resolve(top);
            if (Files.isSymbolicLink(visible)) {
                Files.deleteIfExists(visible);
            }
        }
    }

    private static Set<String> tops(Set<String> paths) {
        Set<String> tops = new HashSet<>();
        paths.forEach(path -> tops.add(Path.of(path).getName(0).toString()));
        return tops;
    }

    /// Removes the previous directory, and those of a process that ended during a change.
    private void removeLeftovers(Optional<Path> current) throws IOException {
        List<Path> old;
        try (Stream<Path> all = Files.list(folder)) {
            old = all.filter(path -> path.getFileName().toString().startsWith("..2"))
                    .filter(path -> !current.equals(Optional.of(path)))
                    .toList();
        }
        for (Path directory : old) {
            Directories.removeTree(folder, directory.getFileName().toString());
        }
    }
}
