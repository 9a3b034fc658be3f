package dev.stowage.driver.attach;

import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The nodes of one volume as a record.
record NodeAttachmentCodec() implements RecordCodec<List<NodeAttachment>> {

    @Override
    public Map<String, Object> write(List<NodeAttachment> nodes) {
        return Map.of(
                "nodes",
                nodes.stream()
                        .map(one -> Map.<String, Object>of(
                                "node", one.node(), "readOnly", one.readOnly(), "shared", one.shared()))
                        .toList());
    }

    @Override
    public List<NodeAttachment> read(JsonObject object) throws IOException {
        List<NodeAttachment> nodes = new ArrayList<>();
        for (Object entry : object.list("nodes")) {
            if (!(entry instanceof Map<?, ?> fields)) {
                throw new IOException("a node is not an object");
            }
            JsonObject node = JsonObject.over(fields);
            nodes.add(new NodeAttachment(node.text("node"), node.bool("readOnly"), node.bool("shared")));
        }
        return nodes;
    }
}
