package dev.stowage.sdk.record;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A directory of records, one file each, all of them in memory as well.
///
/// Guarantees: a record is on disk, whole, before [#put] returns (temporary file, fsync, rename, fsync of the
/// folder), and deleted from it before [#remove] returns. Readers never block. Writers of different keys do not
/// wait for each other; two writers of one key are the caller's mistake.
///
/// An unreadable file affects its own object only: it is kept as it is, and [#find] says what is wrong.
public final class RecordDirectory<T> {

    private static final Logger log = LoggerFactory.getLogger(RecordDirectory.class);

    private static final String SUFFIX = ".json";

    private final Path folder;
    private final RecordCodec<T> recordCodec;
    private final ConcurrentSkipListMap<String, T> records = new ConcurrentSkipListMap<>();
    private final Map<String, String> unreadable = new ConcurrentHashMap<>();

    public RecordDirectory(Path folder, RecordCodec<T> recordCodec) throws IOException {
        this.folder = folder;
        this.recordCodec = recordCodec;
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        load();
    }

    private void load() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.startsWith(".")) {
                    Files.delete(file); // a write that never reached its rename; it was never reported as done
                } else if (name.endsWith(SUFFIX)) {
                    load(file, name.substring(0, name.length() - SUFFIX.length()));
                }
            }
        }
    }

    private void load(Path file, String key) {
        try {
            records.put(key, RecordFile.read(file, recordCodec));
        } catch (IOException | IllegalArgumentException e) {
            log.error(
                    "Record {} is unreadable; its object is unavailable until the record is repaired: {}",
                    file,
                    e.getMessage());
            unreadable.put(key, String.valueOf(e.getMessage()));
        }
    }

    /// @throws IOException when its file is unreadable
    public Optional<T> find(String key) throws IOException {
        String problem = unreadable.get(key);
        if (problem != null) {
            throw new IOException("record " + file(key) + " is unreadable (" + problem
                    + "); restore it from a backup, or remove it together with its data");
        }
        return Optional.ofNullable(records.get(key));
    }

    /// The records in the order of their keys, as they are now.
    public NavigableMap<String, T> all() {
        return Collections.unmodifiableNavigableMap(records);
    }

    /// The keys whose files are unreadable.
    public Set<String> unreadable() {
        return Set.copyOf(unreadable.keySet());
    }

    public void put(String key, T value) throws IOException {
        RecordFile.write(file(key), recordCodec, value);
        records.put(key, value);
    }

    public void remove(String key) throws IOException {
        RecordFile.delete(file(key));
        records.remove(key);
    }

    private Path file(String key) {
        return folder.resolve(key + SUFFIX);
    }
}
