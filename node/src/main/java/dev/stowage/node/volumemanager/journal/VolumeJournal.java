package dev.stowage.node.volumemanager.journal;

import dev.stowage.k8s.json.Json;
import dev.stowage.node.layout.AtomicFile;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One file per volume with its actual state, or its possible state. It is written before and after each
/// operation. Only the entry before must be on disk: losing the entry after only makes a mount uncertain.
///
/// Different volumes can be written concurrently; each volume is written by one thread.
public final class VolumeJournal {
    private static final Logger log = LoggerFactory.getLogger(VolumeJournal.class);

    private final Path folder;
    private final String boot;
    private final CrashPoint crashPoint;

    /// Called by the journal at certain points, so that tests can crash there. Does nothing in production.
    @FunctionalInterface
    public interface CrashPoint {
        void at(String moment);
    }

    /// @param boot the boot ID: mounts do not survive a reboot
    public VolumeJournal(KubeletPaths paths, String boot, CrashPoint crashPoint) {
        this.folder = paths.journal().resolve("volumes");
        this.boot = boot;
        this.crashPoint = crashPoint;
    }

    /// @param moment such as `stage begins`
    /// @param durable whether no other file on disk records it
    public void write(ActualVolume actual, String moment, boolean durable) throws IOException {
        crashPoint.at("before " + moment);
        if (actual.isAbsent()) {
            Files.deleteIfExists(file(actual.key()));
        } else {
            Files.createDirectories(folder);
            AtomicFile.write(file(actual.key()), Json.write(JournalCodec.json(actual, boot)), durable);
        }
        crashPoint.at("after " + moment);
    }

    /// The entries of earlier runs. Entries that cannot be read are skipped: the directories of the volume show
    /// it, too.
    public List<Entry> read() throws IOException {
        List<Entry> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            for (Path file : files) {
                try {
                    JournalCodec.read(Json.read(Files.readAllBytes(file)), boot).ifPresent(found::add);
                } catch (com.fasterxml.jackson.core.JacksonException e) {
                    log.warn("Cannot read journal entry {}; its volume is searched in the pod directories.", file);
                }
            }
        } catch (NoSuchFileException e) {
            log.debug("There is no volume journal yet.");
        }
        return found;
    }

    /// @param sameBoot whether the machine has not been restarted since
    public record Entry(ActualVolume actual, boolean sameBoot) {}

    private Path file(VolumeKey key) {
        return folder.resolve(KubeletPaths.digest(key.uniqueName()) + ".json");
    }
}
