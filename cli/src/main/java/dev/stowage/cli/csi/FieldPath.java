package dev.stowage.cli.csi;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;

/// Sets a nested field to the value of a flag, and creates the messages on its path.
final class FieldPath {

    private FieldPath() {}

    static void set(Message.Builder message, String path, Object value) {
        int dot = path.indexOf('.');
        FieldDescriptor field = field(message.getDescriptorForType(), dot < 0 ? path : path.substring(0, dot));
        if (dot >= 0) {
            set(message.getFieldBuilder(field), path.substring(dot + 1), value);
        } else if (field.isMapField()) {
            setMap(message, field, (Map<?, ?>) value);
        } else if (field.isRepeated()) {
            message.clearField(field);
            ((List<?>) value).forEach(element -> message.addRepeatedField(field, element(message, field, element)));
        } else {
            message.setField(field, value);
        }
    }

    static FieldDescriptor field(Descriptor message, String name) {
        FieldDescriptor field = message.findFieldByName(name);
        if (field == null) {
            throw new IllegalStateException(message.getFullName() + " has no field " + name);
        }
        return field;
    }

    private static void setMap(Message.Builder message, FieldDescriptor field, Map<?, ?> pairs) {
        message.clearField(field);
        Descriptor entry = field.getMessageType();
        pairs.forEach((key, value) -> message.addRepeatedField(
                field,
                message.newBuilderForField(field)
                        .setField(field(entry, "key"), key)
                        .setField(field(entry, "value"), value)
                        .build()));
    }

    /// Messages in lists are topologies: their only field is a map.
    private static Object element(Message.Builder message, FieldDescriptor field, Object value) {
        if (field.getJavaType() != JavaType.MESSAGE) {
            return value;
        }
        Message.Builder place = message.newBuilderForField(field);
        set(place, "segments", value);
        return place.build();
    }
}
