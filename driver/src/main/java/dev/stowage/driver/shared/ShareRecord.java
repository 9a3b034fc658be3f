package dev.stowage.driver.shared;

import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.util.Map;

/// What a node remembers of its share.
///
/// @param mark of the file that the share carries
/// @param fsType the file system at the first use, for messages
/// @param source where it was mounted from then, for messages
record ShareRecord(String mark, String fsType, String source) {

    record JsonCodec() implements RecordCodec<ShareRecord> {

        @Override
        public Map<String, Object> write(ShareRecord value) {
            return Map.of("mark", value.mark(), "fsType", value.fsType(), "source", value.source());
        }

        @Override
        public ShareRecord read(JsonObject object) throws IOException {
            return new ShareRecord(object.text("mark"), object.text("fsType"), object.text("source"));
        }
    }
}
