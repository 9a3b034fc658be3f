package dev.stowage.csi;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.stowage.csi.v1.Csi;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Messages as text for the log, without secrets.
///
/// Removed are the fields marked `csi_secret` at any depth; service account tokens, which Kubernetes puts into
/// the volume context; and the values of mount flags (`password=x`), which the specification calls sensitive.
/// Unknown fields are omitted, because they may be secret.
public final class MessageRedaction {

    public static final String STRIPPED = "***stripped***";

    static final String TOKENS = "csi.storage.k8s.io/serviceAccount.tokens";

    /// Shorter values would match parts of ordinary words.
    private static final int SHORTEST_SECRET = 4;

    private static final Map<Descriptor, Set<FieldDescriptor>> SECRET_FIELDS = new ConcurrentHashMap<>();

    private MessageRedaction() {}

    /// The message in one line.
    public static String describe(Message message) {
        var text = new StringBuilder();
        appendFields(text, message);
        return text.toString();
    }

    /// The text with every secret of the message replaced, for error messages of a driver about that request.
    public static String scrub(String text, Message message) {
        var secrets = new HashSet<String>();
        collectSecrets(message, secrets);
        String clean = text;
        // Longest first: one secret may begin with another.
        for (String secret : secrets.stream()
                .sorted((a, b) -> Integer.compare(b.length(), a.length()))
                .toList()) {
            clean = clean.replace(secret, STRIPPED);
        }
        return clean;
    }

    static boolean isSecret(FieldDescriptor field) {
        return SECRET_FIELDS
                .computeIfAbsent(field.getContainingType(), MessageRedaction::secretFields)
                .contains(field);
    }

    private static Set<FieldDescriptor> secretFields(Descriptor type) {
        return type.getFields().stream()
                .filter(field -> field.getOptions().getExtension(Csi.csiSecret))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static void appendFields(StringBuilder text, Message message) {
        String separator = "";
        for (var entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            text.append(separator).append(field.getName()).append(": ");
            appendField(text, field, entry.getValue());
            separator = " ";
        }
    }

    private static void appendField(StringBuilder text, FieldDescriptor field, Object value) {
        if (field.isMapField()) {
            appendMap(text, isSecret(field), (List<?>) value);
        } else if (isSecret(field)) {
            text.append(STRIPPED);
        } else if (field.isRepeated()) {
            String separator = "[";
            for (Object element : (List<?>) value) {
                text.append(separator);
                appendValue(text, field, element);
                separator = ", ";
            }
            text.append(']');
        } else {
            appendValue(text, field, value);
        }
    }

    private static void appendMap(StringBuilder text, boolean secret, List<?> entries) {
        String separator = "{";
        for (Object element : entries) {
            var entry = (Message) element;
            Object key = entry.getField(entry.getDescriptorForType().findFieldByNumber(1));
            FieldDescriptor valueField = entry.getDescriptorForType().findFieldByNumber(2);
            text.append(separator);
            appendQuoted(text, key.toString());
            text.append(": ");
            if (secret || key.equals(TOKENS)) {
                text.append(STRIPPED);
            } else {
                appendValue(text, valueField, entry.getField(valueField));
            }
            separator = ", ";
        }
        text.append('}');
    }

    private static void appendValue(StringBuilder text, FieldDescriptor field, Object value) {
        switch (value) {
            case Message message -> {
                text.append('{');
                appendFields(text, message);
                text.append('}');
            }
            case String string -> appendQuoted(text, isMountFlag(field) ? nameOfFlag(string) : string);
            case ByteString bytes -> text.append(bytes.size()).append(" bytes");
            default -> text.append(value);
        }
    }

    private static void appendQuoted(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                text.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    private static boolean isMountFlag(FieldDescriptor field) {
        return field.getName().equals("mount_flags");
    }

    private static String nameOfFlag(String flag) {
        int equals = flag.indexOf('=');
        return equals < 0 ? flag : flag.substring(0, equals + 1) + STRIPPED;
    }

    private static void collectSecrets(Message message, Set<String> secrets) {
        for (var entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            List<?> values = field.isRepeated() ? (List<?>) entry.getValue() : List.of(entry.getValue());
            for (Object value : values) {
                switch (value) {
                    case Message pair when field.isMapField() -> collectFromPair(pair, isSecret(field), secrets);
                    case Message nested -> collectSecrets(nested, secrets);
                    case String string when isSecret(field) -> add(string, secrets);
                    default -> {}
                }
            }
        }
    }

    private static void collectFromPair(Message pair, boolean secret, Set<String> secrets) {
        Descriptor type = pair.getDescriptorForType();
        if ((secret || pair.getField(type.findFieldByNumber(1)).equals(TOKENS))
                && pair.getField(type.findFieldByNumber(2)) instanceof String value) {
            add(value, secrets);
        }
    }

    private static void add(String secret, Set<String> secrets) {
        if (secret.length() >= SHORTEST_SECRET) {
            secrets.add(secret);
        }
    }
}
