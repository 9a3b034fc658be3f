package dev.stowage.driver.pool;

import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What is written down about a pool, in `pool.json` of its directory.
sealed interface PoolRecord {

    /// A pool in a file is being made; nothing was ever stored in it.
    record BeingMade(String fsType) implements PoolRecord {}

    /// A pool in a file may hold volumes. It is never formatted again.
    record There(String fsType) implements PoolRecord {}

    /// The directory itself is the pool.
    ///
    /// @param foreign bytes that others used on its disk when the pool was empty
    record Plain(long foreign) implements PoolRecord {}

    static Optional<PoolRecord> read(Path directory) throws IOException {
        Path file = file(directory);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(RecordFile.read(file, new JsonCodec()));
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": " + e.getMessage() + "; restore it from a backup", e);
        }
    }

    default void write(Path directory) throws IOException {
        RecordFile.write(file(directory), new JsonCodec(), this);
    }

    private static Path file(Path directory) {
        return directory.resolve("pool.json");
    }

    /// As JSON.
    record JsonCodec() implements RecordCodec<PoolRecord> {
        @Override
        public Map<String, Object> write(PoolRecord value) {
            Map<String, Object> object = new LinkedHashMap<>();
            switch (value) {
                case BeingMade(String fsType) -> {
                    object.put("state", "being-made");
                    object.put("fsType", fsType);
                }
                case There(String fsType) -> {
                    object.put("state", "there");
                    object.put("fsType", fsType);
                }
                case Plain(long foreign) -> {
                    object.put("state", "plain");
                    object.put("foreign", foreign);
                }
            }
            return object;
        }

        @Override
        public PoolRecord read(JsonObject object) throws IOException {
            String state = object.text("state");
            return switch (state) {
                case "being-made" -> new BeingMade(object.text("fsType"));
                case "there" -> new There(object.text("fsType"));
                case "plain" -> new Plain(object.number("foreign"));
                default -> throw new IOException("unknown state \"" + state + "\"");
            };
        }
    }
}
