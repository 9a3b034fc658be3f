package dev.stowage.driver.attach;

import dev.stowage.sdk.record.RecordCodec;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The nodes of one volume as a record.
record AttachedCodec() implements RecordCodec<List<Attached>> {

    @Override
    public Map<String, Object> write(List<Attached> nodes) {
        return Map.of(
                "nodes",
                nodes.stream()
                        .map(one -> Map.<String, Object>of(
                                "node", one.node(), "readOnly", one.readOnly(), "shared", one.shared()))
                        .toList());
    }

    @Override
    public List<Attached> read(JsonObject object) throws IOException {
        List<Attached> nodes = new ArrayList<>();
        for (Object entry : object.list("nodes")) {
            if (!(entry instanceof Map<?, ?> fields)) {
                throw new IOException("a node is not an object");
            }
            JsonObject node = JsonObject.over(fields);
            nodes.add(new Attached(node.text("node"), node.truth("readOnly"), node.truth("shared")));
        }
        return nodes;
    }
}
