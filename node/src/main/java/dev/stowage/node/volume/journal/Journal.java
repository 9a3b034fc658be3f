package dev.stowage.node.volume.journal;

import dev.stowage.k8s.json.Json;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.place.WholeFile;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.want.VolumeKey;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file for each volume, with what is there of it, or may be. It is written before something is done and after. Only
/// the word before has to be on the disk: losing the word after makes a mount uncertain, and no more.
///
/// Different volumes may be written at once, one volume by one thread.
public final class Journal {
    private static final Logger log = LoggerFactory.getLogger(Journal.class);

    private final Path folder;
    private final String boot;
    private final Injury injury;

    /// What tests do to a process at a certain moment. Nothing, otherwise.
    @FunctionalInterface
    public interface Injury {
        void at(String moment);
    }

    /// @param boot which run of the machine this is: mounts do not outlive it
    public Journal(KubeletPaths paths, String boot, Injury injury) {
        this.folder = paths.journal().resolve("volumes");
        this.boot = boot;
        this.injury = injury;
    }

    /// @param moment such as `stage begins`
    /// @param durable whether nothing else on the disk tells of it
    public void write(Have have, String moment, boolean durable) throws IOException {
        injury.at("before " + moment);
        if (have.isNothing()) {
            Files.deleteIfExists(file(have.key()));
        } else {
            Files.createDirectories(folder);
            WholeFile.write(file(have.key()), Json.write(Codec.json(have, boot)), durable);
        }
        injury.at("after " + moment);
    }

    /// What was left. What cannot be read is left out: the folders of the volume tell of it, too.
    public List<Entry> read() throws IOException {
        List<Entry> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            for (Path file : files) {
                try {
                    Codec.read(Json.read(Files.readAllBytes(file)), boot).ifPresent(found::add);
                } catch (com.fasterxml.jackson.core.JacksonException e) {
                    log.warn("The note {} cannot be read; what it is about is looked for in the folders.", file);
                }
            }
        } catch (NoSuchFileException e) {
            log.debug("There is no journal yet.");
        }
        return found;
    }

    /// @param sameBoot whether the machine has not been restarted since
    public record Entry(Have have, boolean sameBoot) {}

    private Path file(VolumeKey key) {
        return folder.resolve(KubeletPaths.digest(key.uniqueName()) + ".json");
    }
}
