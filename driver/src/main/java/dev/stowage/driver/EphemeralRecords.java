package dev.stowage.driver;

import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which inline volumes this node has, and where each is published, one file each. A record is on disk before its
/// volume is created, and is removed after the volume: what a killed process left is found at the next start. Unlike
/// those of publications, these records outlast a reboot, as the volumes do. Safe for several threads.
final class EphemeralRecords {
    private static final Logger log = LoggerFactory.getLogger(EphemeralRecords.class);
    private static final String SUFFIX = ".json";

    private final Path folder;
    private final Map<VolumeId, EphemeralRecord> records = new HashMap<>();
    private final Set<VolumeId> unreadable = new HashSet<>();

    /// An inline volume of this node.
    ///
    /// @param volume the volume
    /// @param pool the name of its pool
    /// @param target where it is published
    record EphemeralRecord(VolumeId volume, String pool, Path target) {}

    /// @param folder is created when the first record is written
    EphemeralRecords(Path folder) throws IOException {
        this.folder = folder;
        List<String> names = Files.isDirectory(folder) ? Directories.list(folder) : List.of();
        for (String name : names) {
            if (name.endsWith(SUFFIX) && !name.startsWith(".")) {
                read(name);
            }
        }
    }

    /// One broken file does not stop the driver, which serves all other volumes too.
    private void read(String name) {
        try {
            EphemeralRecord known = RecordFile.read(folder.resolve(name), new JsonCodec());
            records.put(known.volume(), known);
        } catch (IOException | IllegalArgumentException e) {
            log.error("Cannot read the record of an inline volume, {}: {}", folder.resolve(name), e.getMessage());
            VolumeId.parse(name.substring(0, name.length() - SUFFIX.length())).ifPresent(unreadable::add);
        }
    }

    /// Whether the volume has a record that does not tell where it is published.
    synchronized boolean isUnreadable(VolumeId volume) {
        return unreadable.contains(volume);
    }

    synchronized List<EphemeralRecord> all() {
        return List.copyOf(records.values());
    }

    synchronized Optional<EphemeralRecord> find(VolumeId volume) {
        return Optional.ofNullable(records.get(volume));
    }

    /// Records a volume that is about to be created.
    ///
    /// @param most how many there may be, this one included; 0 for no limit
    /// @throws CsiException RESOURCE_EXHAUSTED when there are as many already
    synchronized void add(EphemeralRecord wanted, int most) throws CsiException, IOException {
        if (most > 0 && !records.containsKey(wanted.volume()) && records.size() >= most) {
            throw CsiException.resourceExhausted(
                    "this node has %d inline volumes and may have %d; use a claim, or delete a pod that has one"
                            .formatted(records.size(), most));
        }
        put(wanted);
    }

    /// Records a volume that exists.
    synchronized void put(EphemeralRecord now) throws IOException {
        if (!now.equals(records.get(now.volume()))) {
            Directories.ensure(folder);
            RecordFile.write(file(now.volume()), new JsonCodec(), now);
            records.put(now.volume(), now);
            unreadable.remove(now.volume());
        }
    }

    synchronized void remove(VolumeId volume) throws IOException {
        if (records.containsKey(volume) || unreadable.contains(volume)) {
            RecordFile.delete(file(volume));
            records.remove(volume);
            unreadable.remove(volume);
        }
    }

    private Path file(VolumeId volume) {
        return folder.resolve(volume.value() + SUFFIX);
    }

    private record JsonCodec() implements RecordCodec<EphemeralRecord> {

        @Override
        public Map<String, Object> write(EphemeralRecord value) {
            return Map.of(
                    "volume", value.volume().value(),
                    "pool", value.pool(),
                    "target", value.target().toString());
        }

        @Override
        public EphemeralRecord read(JsonObject object) throws IOException {
            return new EphemeralRecord(
                    new VolumeId(object.text("volume")), object.text("pool"), Path.of(object.text("target")));
        }
    }
}
