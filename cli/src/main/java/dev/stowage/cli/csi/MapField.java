package dev.stowage.cli.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A map field, read without knowing its message. Sorted by key, so that equal responses print equally.
final class MapField {

    private MapField() {}

    static Map<String, Object> pairs(Message message, FieldDescriptor field) {
        FieldDescriptor key = FieldPath.field(field.getMessageType(), "key");
        FieldDescriptor value = FieldPath.field(field.getMessageType(), "value");
        Map<String, Object> pairs = new TreeMap<>();
        IntStream.range(0, message.getRepeatedFieldCount(field))
                .mapToObj(i -> (Message) message.getRepeatedField(field, i))
                .forEach(pair -> pairs.put(pair.getField(key).toString(), pair.getField(value)));
        return pairs;
    }
}
