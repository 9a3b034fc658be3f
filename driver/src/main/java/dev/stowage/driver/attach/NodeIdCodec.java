package dev.stowage.driver.attach;

import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.util.Map;

/// A node's id as a record.
record NodeIdCodec() implements RecordCodec<String> {

    @Override
    public Map<String, Object> write(String node) {
        return Map.of("node", node);
    }

    @Override
    public String read(JsonObject object) throws IOException {
        return object.text("node");
    }
}
