package dev.stowage.driver.quota;

import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The project ids of a pool, in its directory `projects`: the range in `range.json`, and an empty file for each volume
/// that has one. A note is on disk before its id is used, and until nothing uses it.
///
/// @param pool its directory
record ProjectNotes(Path pool) {

    private Path directory() {
        return pool.resolve("projects");
    }

    Optional<ProjectRange> range() throws IOException {
        return RecordFile.find(rangeFile(), new ProjectRange.JsonCodec());
    }

    void write(ProjectRange range) throws IOException {
        Directories.ensure(directory());
        Directories.sync(pool);
        RecordFile.write(rangeFile(), new ProjectRange.JsonCodec(), range);
    }

    Path rangeFile() {
        return directory().resolve("range.json");
    }

    List<ProjectNote> all() throws IOException {
        List<ProjectNote> notes = new ArrayList<>();
        if (Files.isDirectory(directory())) {
            Directories.list(directory())
                    .forEach(name -> ProjectNote.parse(name).ifPresent(notes::add));
        }
        return notes;
    }

    /// Notes of another range came with a copy of the pool, and their ids belong to the original.
    Optional<ProjectNote> find(VolumeId volume) throws IOException {
        Optional<ProjectRange> range = range();
        return range.isEmpty()
                ? Optional.empty()
                : all().stream()
                        .filter(note ->
                                note.volume().equals(volume) && range.get().contains(note.project()))
                        .findFirst();
    }

    void add(ProjectNote note) throws IOException {
        try {
            Files.createFile(directory().resolve(note.name()));
        } catch (FileAlreadyExistsException e) {
            // From an interrupted attempt.
        }
        Directories.sync(directory());
        KillPoint.pass();
    }

    void remove(ProjectNote note) throws IOException {
        KillPoint.pass();
        Files.deleteIfExists(directory().resolve(note.name()));
        Directories.sync(directory());
    }
}
