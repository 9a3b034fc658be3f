package dev.stowage.sdk.record;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads where volumes are published on this node according to the records, and changes nothing.
public final class RecordedPublications {

    private static final Logger log = LoggerFactory.getLogger(RecordedPublications.class);

    private RecordedPublications() {}

    /// Those of this boot.
    ///
    /// @param folder of [DriverRecords]; it may be missing
    public static List<VolumeTarget> in(Path folder) throws IOException {
        Path records = folder.resolve(DriverRecords.PUBLICATIONS);
        List<VolumeTarget> targets = new ArrayList<>();
        if (Files.isDirectory(records)) {
            var codec = new VolumeTargetCodec(DriverRecords.boot());
            try (DirectoryStream<Path> files = Files.newDirectoryStream(records, "[!.]*.json")) {
                for (Path file : files) {
                    try {
                        RecordFile.find(file, codec)
                                .filter(target -> !target.equals(VolumeTargetCodec.OF_ANOTHER_BOOT))
                                .ifPresent(targets::add);
                    } catch (IOException | IllegalArgumentException e) {
                        // It affects its own volume only; whoever opens the records reports it.
                        log.debug("Skipping the unreadable record {}: {}", file, e.getMessage());
                    }
                }
            }
        }
        return targets;
    }
}
