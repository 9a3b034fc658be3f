package dev.stowage.driver.iolimit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A file for each publication whose I/O can be limited, in the directory of this node: the limits of a volume change
/// while it is published, and a restart finds out for which pods.
///
/// @param directory of the notes
record PublicationNotes(Path directory) {
    private static final String UNFINISHED = ".";

    private static final LimitedPublication.JsonCodec CODEC = new LimitedPublication.JsonCodec();

    void write(LimitedPublication publication) throws IOException {
        Directories.ensure(directory);
        RecordFile.write(file(publication.target()), CODEC, publication);
    }

    void remove(Path target) throws IOException {
        if (Files.isDirectory(directory)) {
            RecordFile.delete(file(target));
        }
    }

    Optional<LimitedPublication> find(Path target) throws IOException {
        return RecordFile.find(file(target), CODEC);
    }

    /// Before the first call: removes what a killed process left half written.
    void removeUnfinished() throws IOException {
        if (Files.isDirectory(directory)) {
            for (String name : Directories.list(directory)) {
                if (name.startsWith(UNFINISHED)) {
                    Files.deleteIfExists(directory.resolve(name));
                }
            }
        }
    }

    List<LimitedPublication> of(VolumeId volume) throws IOException {
        return all().stream().filter(one -> one.volume().equals(volume)).toList();
    }

    List<LimitedPublication> all() throws IOException {
        List<LimitedPublication> all = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            for (String name : Directories.list(directory)) {
                if (!name.startsWith(UNFINISHED)) {
                    RecordFile.find(directory.resolve(name), CODEC).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    private Path file(Path target) {
        return directory.resolve(UUID.nameUUIDFromBytes(target.toString().getBytes(UTF_8)) + ".json");
    }
}
