package dev.stowage.cli.csi;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.stowage.flags.ByteSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A message laid flat for a table: each single value under its path, the lists of messages apart.
///
/// @param cells text by path; what is empty is left out
/// @param lists the messages of each list; none in a row, where they become text
record FlatMessage(Map<String, String> cells, Map<String, List<Message>> lists) {

    /// For a line of a table: short texts.
    static FlatMessage row(Message message) {
        return of(message, true);
    }

    /// For a block of names and values: sizes are also shown exactly, lists become tables below.
    static FlatMessage block(Message message) {
        return of(message, false);
    }

    private static FlatMessage of(Message message, boolean inRow) {
        FlatMessage flatMessage = new FlatMessage(new LinkedHashMap<>(), new LinkedHashMap<>());
        flatMessage.add(message, "", inRow);
        return flatMessage;
    }

    private void add(Message message, String prefix, boolean inRow) {
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            String path = prefix + field.getName();
            Object value = message.getField(field);
            if (RequestSecrets.isSecret(field) || (field.hasPresence() && !message.hasField(field))) {
                continue;
            }
            if (field.isMapField()) {
                put(path, pairs(message, field));
            } else if (value instanceof List<?> elements) {
                addList(message, field, path, elements, inRow);
            } else if (value instanceof Message inner && !isLeaf(inner.getDescriptorForType())) {
                add(inner, path + ".", inRow);
            } else {
                put(path, text(message, field, value, inRow));
            }
        }
    }

    private void addList(Message message, FieldDescriptor field, String path, List<?> elements, boolean inRow) {
        boolean messages = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !isLeaf(field.getMessageType());
        if (messages && !inRow) {
            lists.put(path, elements.stream().map(element -> (Message) element).toList());
        } else {
            put(
                    path,
                    elements.stream()
                            .map(element -> messages ? inline((Message) element) : text(message, field, element, true))
                            .collect(Collectors.joining(
                                    field.getJavaType() == FieldDescriptor.JavaType.MESSAGE ? "; " : ",")));
        }
    }

    private void put(String path, String text) {
        if (!text.isEmpty()) {
            cells.put(path, text);
        }
    }

    /// A message that wraps a single value is shown as the value.
    private static boolean isLeaf(Descriptor type) {
        if (ProtoJsonScalar.isOne(type) || type.getFields().isEmpty()) {
            return true;
        }
        FieldDescriptor only = type.getFields().getFirst();
        return type.getFields().size() == 1
                && (only.isMapField()
                        || (only.getJavaType() != FieldDescriptor.JavaType.MESSAGE && !only.isRepeated()));
    }

    private static String text(Message owner, FieldDescriptor field, Object value, boolean inRow) {
        return switch (value) {
            case Message leaf -> leaf(owner, field, leaf, inRow);
            case Long number when ByteSizeFields.isBytes(owner, field) && inRow -> ByteSize.format(number);
            case Long number
            when ByteSizeFields.isBytes(owner, field) -> ByteSize.format(number) + " (" + number + " bytes)";
            case EnumValueDescriptor constant ->
                ProtoJsonScalar.isNameless(constant) ? Integer.toString(constant.getNumber()) : constant.getName();
            default -> PrintableText.clean(value.toString());
        };
    }

    private static String leaf(Message owner, FieldDescriptor field, Message leaf, boolean inRow) {
        Descriptor type = leaf.getDescriptorForType();
        if (ProtoJsonScalar.isTimestamp(type)) {
            return ProtoJsonScalar.instant(leaf).toString();
        }
        if (ProtoJsonScalar.isWrapper(type)) {
            return text(owner, field, ProtoJsonScalar.wrapped(leaf), inRow);
        }
        if (type.getFields().isEmpty()) {
            return "yes";
        }
        FieldDescriptor only = type.getFields().getFirst();
        return only.isMapField() ? pairs(leaf, only) : text(leaf, only, leaf.getField(only), inRow);
    }

    private static String pairs(Message message, FieldDescriptor field) {
        return MapField.pairs(message, field).entrySet().stream()
                .map(pair -> PrintableText.clean(pair.getKey() + "=" + pair.getValue()))
                .collect(Collectors.joining(","));
    }

    private static String inline(Message message) {
        return row(message).cells().entrySet().stream()
                .map(cell -> cell.getKey() + "=" + cell.getValue())
                .collect(Collectors.joining(" "));
    }
}
