package dev.stowage.sdk.record;

import dev.stowage.sdk.Volume;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads which volumes exist according to the records, and changes nothing: another process may still own them.
public final class RecordedVolumes {

    private static final Logger log = LoggerFactory.getLogger(RecordedVolumes.class);

    private RecordedVolumes() {}

    /// @param folder of [DriverRecords]; it may be missing
    public static List<Volume> in(Path folder) throws IOException {
        Path records = folder.resolve(DriverRecords.VOLUMES);
        List<Volume> volumes = new ArrayList<>();
        if (Files.isDirectory(records)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(records, "[!.]*.json")) {
                for (Path file : files) {
                    read(file).ifPresent(volumes::add);
                }
            }
        }
        return volumes;
    }

    /// An unreadable record affects its own volume only; whoever opens the records reports it.
    private static Optional<Volume> read(Path file) {
        try {
            return RecordFile.find(file, new LedgerEntryCodec<>(new LedgerCodecs.Volumes()))
                    .flatMap(entry -> entry instanceof LedgerEntry.There<Volume> there
                            ? Optional.of(there.thing())
                            : Optional.empty());
        } catch (IOException | IllegalArgumentException e) {
            log.debug("Skipping the unreadable record {}: {}", file, e.getMessage());
            return Optional.empty();
        }
    }
}
