package dev.stowage.driver.shared;

import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A publication for writing, as its node remembers it.
///
/// @param mark its name on the share
record PublicationRecord(VolumeId volume, Path target, String mark) {

    record JsonCodec() implements RecordCodec<PublicationRecord> {
        @Override
        public Map<String, Object> write(PublicationRecord value) {
            return Map.of(
                    "volume", value.volume().value(),
                    "target", value.target().toString(),
                    "mark", value.mark());
        }

        @Override
        public PublicationRecord read(JsonObject object) throws IOException {
            return new PublicationRecord(
                    new VolumeId(object.text("volume")), Path.of(object.text("target")), object.text("mark"));
        }
    }
}
