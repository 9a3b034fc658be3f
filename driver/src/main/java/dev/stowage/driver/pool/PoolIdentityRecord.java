package dev.stowage.driver.pool;

import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// What a node records about a pool, to recognize it.
///
/// @param uuid of the mark that the pool carries
/// @param directory where the pool was when that was recorded, for messages
record PoolIdentityRecord(String uuid, Path directory) {

    record JsonCodec() implements RecordCodec<PoolIdentityRecord> {

        @Override
        public Map<String, Object> write(PoolIdentityRecord value) {
            return Map.of("uuid", value.uuid(), "directory", value.directory().toString());
        }

        @Override
        public PoolIdentityRecord read(JsonObject object) throws IOException {
            return new PoolIdentityRecord(object.text("uuid"), Path.of(object.text("directory")));
        }
    }
}
