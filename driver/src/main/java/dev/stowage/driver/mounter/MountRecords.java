package dev.stowage.driver.mounter;

import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records of all mounts, one file each, named after the share.
///
/// @param folder where they are
record MountRecords(Path folder) {
    private static final Logger log = LoggerFactory.getLogger(MountRecords.class);
    private static final String SUFFIX = ".json";

    /// @param data the directory of a mounter
    static MountRecords in(Path data) {
        return new MountRecords(data.resolve("mounts"));
    }

    Map<String, MountRecord> all() throws IOException {
        Map<String, MountRecord> records = new LinkedHashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[!.]*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                try {
                    records.put(
                            name.substring(0, name.length() - SUFFIX.length()),
                            RecordFile.read(file, new MountRecord.JsonCodec()));
                } catch (IOException | IllegalArgumentException e) {
                    log.error("Record {} is unreadable; its mount is left as it is: {}", file, e.getMessage());
                }
            }
        }
        return records;
    }

    void write(String name, MountRecord value) throws IOException {
        RecordFile.write(folder.resolve(name + SUFFIX), new MountRecord.JsonCodec(), value);
    }

    void delete(String name) throws IOException {
        RecordFile.delete(folder.resolve(name + SUFFIX));
    }
}
