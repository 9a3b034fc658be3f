package dev.stowage.driver.iolimit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.RecordDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A record for each publication whose I/O can be limited, in the directory of this node: the limits of a volume
/// change while it is published, and a restart finds out for which pods.
record PublicationNotes(RecordDirectory<LimitedPublication> records) {

    static PublicationNotes open(Path directory) throws IOException {
        return new PublicationNotes(new RecordDirectory<>(directory, new LimitedPublication.JsonCodec()));
    }

    void write(LimitedPublication publication) throws IOException {
        records.put(key(publication.target()), publication);
    }

    void remove(Path target) throws IOException {
        records.remove(key(target));
    }

    Optional<LimitedPublication> find(Path target) throws IOException {
        return records.find(key(target));
    }

    List<LimitedPublication> of(VolumeId volume) {
        return all().stream().filter(one -> one.volume().equals(volume)).toList();
    }

    Collection<LimitedPublication> all() {
        return records.all().values();
    }

    private static String key(Path target) {
        return UUID.nameUUIDFromBytes(target.toString().getBytes(UTF_8)).toString();
    }
}
