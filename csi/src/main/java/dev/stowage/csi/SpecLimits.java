package dev.stowage.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The sizes and characters that CSI allows in a message, derived from the types and names of the fields.
///
/// A string has up to 128 bytes and a map up to 4 KiB, except: node ids 256 bytes, paths the limit of the kernel,
/// mount flags 4 KiB in total. Service account tokens are not counted: Kubernetes adds them to a map that the
/// user filled, and the user cannot shorten them.
///
/// @param maxSecretBytes the limit for maps of secrets; the specification's is that of every map
record SpecLimits(int maxSecretBytes) {

    static final int STRING = 128;
    static final int NODE_ID = 256;
    static final int PATH = 4096;
    static final int MAP = 4096;
    static final int MOUNT_FLAGS = 4096;

    /// The violation in the message, as a sentence that names the field; empty if there is none.
    Optional<String> violation(Message message) {
        // Other protocols on the same socket have no such rules.
        return message.getDescriptorForType().getFile().getPackage().equals("csi.v1")
                ? violation("", message)
                : Optional.empty();
    }

    private Optional<String> violation(String prefix, Message message) {
        for (var entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            String path = prefix + field.getName();
            Optional<String> found = field.isRepeated()
                    ? inRepeated(path, field, (List<?>) entry.getValue())
                    : inSingle(path, field, entry.getValue());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> inRepeated(String path, FieldDescriptor field, List<?> values) {
        if (field.isMapField()) {
            return tooLong(path, sizeOfMap(values), MessageRedaction.isSecret(field) ? maxSecretBytes : MAP);
        }
        if (field.getName().equals("mount_flags")) {
            long total = values.stream()
                    .mapToLong(flag -> flag instanceof String text ? bytes(text) : 0)
                    .sum();
            return tooLong(path, total, MOUNT_FLAGS);
        }
        for (int i = 0; i < values.size(); i++) {
            Optional<String> found = inSingle(path + "[" + i + "]", field, values.get(i));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> inSingle(String path, FieldDescriptor field, Object value) {
        return switch (value) {
            case Message nested -> violation(path + ".", nested);
            case String text -> tooLong(path, bytes(text), limitOf(field)).or(() -> badCharacter(path, field, text));
            default -> Optional.empty();
        };
    }

    private static int limitOf(FieldDescriptor field) {
        String name = field.getName();
        if (isPath(name)) {
            return PATH;
        }
        return name.equals("node_id") ? NODE_ID : STRING;
    }

    private static boolean isPath(String name) {
        return name.endsWith("_path");
    }

    private static Optional<String> tooLong(String path, long size, int limit) {
        return size <= limit
                ? Optional.empty()
                : Optional.of("Field " + path + " has " + size + " bytes; CSI allows " + limit + ".");
    }

    private static Optional<String> badCharacter(String path, FieldDescriptor field, String text) {
        boolean name = field.getName().equals("name");
        boolean file = isPath(field.getName());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A NUL would truncate the path in the kernel.
            if ((name && isBannedInNames(c)) || (file && c == 0)) {
                return Optional.of(
                        String.format("Field %s has the control character U+%04X at position %d.", path, (int) c, i));
            }
        }
        return Optional.empty();
    }

    private static boolean isBannedInNames(char c) {
        boolean white = c == '\t' || c == '\n' || c == '\r';
        return (c < 0x20 && !white) || (c >= 0x7f && c <= 0x9f);
    }

    private static long sizeOfMap(List<?> pairs) {
        long total = 0;
        for (Object element : pairs) {
            var pair = (Message) element;
            Object key = pair.getField(pair.getDescriptorForType().findFieldByNumber(1));
            Object value = pair.getField(pair.getDescriptorForType().findFieldByNumber(2));
            if (!key.equals(MessageRedaction.TOKENS)) {
                total += bytes(key.toString()) + bytes(value.toString());
            }
        }
        return total;
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
