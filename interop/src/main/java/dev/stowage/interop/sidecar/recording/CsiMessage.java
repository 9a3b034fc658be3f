package dev.stowage.interop.sidecar.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.stowage.csi.MessageRedaction;
import dev.stowage.csi.v1.Csi;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A CSI message as a tree, without the values of its secrets.
final class CsiMessage {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private CsiMessage() {}

    static ObjectNode tree(Message message) {
        ObjectNode tree = NODES.objectNode();
        message.getAllFields().forEach((field, value) -> tree.set(field.getName(), value(field, value)));
        return tree;
    }

    private static JsonNode value(FieldDescriptor field, Object value) {
        if (field.isMapField()) {
            return map(field, (List<?>) value);
        }
        if (field.isRepeated()) {
            ArrayNode array = NODES.arrayNode();
            ((List<?>) value).forEach(each -> array.add(single(each)));
            return array;
        }
        return single(value);
    }

    /// Go sends the entries of a map in any order.
    private static JsonNode map(FieldDescriptor field, List<?> entries) {
        boolean secret = field.getOptions().getExtension(Csi.csiSecret);
        Map<String, String> sorted = new TreeMap<>();
        for (Object each : entries) {
            Message entry = (Message) each;
            String key =
                    String.valueOf(entry.getField(entry.getDescriptorForType().findFieldByNumber(1)));
            Object value = entry.getField(entry.getDescriptorForType().findFieldByNumber(2));
            sorted.put(key, secret ? MessageRedaction.STRIPPED : String.valueOf(value));
        }
        ObjectNode map = NODES.objectNode();
        sorted.forEach(map::put);
        return map;
    }

    private static JsonNode single(Object value) {
        return switch (value) {
            case Message message -> tree(message);
            case Number number -> NODES.numberNode(number.longValue());
            case Boolean bool -> NODES.booleanNode(bool);
            default -> NODES.textNode(value.toString());
        };
    }
}
