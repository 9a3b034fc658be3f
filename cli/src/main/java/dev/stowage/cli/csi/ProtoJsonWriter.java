package dev.stowage.cli.csi;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.stowage.csi.MessageRedaction;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/// Writes a message as JSON under the protocol's own names. Scalars, lists and maps are always present, even when
/// empty, so that scripts need not check for them; messages are present only when they are set.
final class ProtoJsonWriter {

    private static final JsonFactory JSON = new JsonFactory();
    private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");
    private static final DefaultPrettyPrinter INDENTED = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator("")
                    .withRootSeparator(""))
            .withArrayIndenter(LINES)
            .withObjectIndenter(LINES);

    private final JsonGenerator json;

    private ProtoJsonWriter(JsonGenerator json) {
        this.json = json;
    }

    /// Over several lines, for people.
    static String indented(Message message) {
        return write(message, true);
    }

    /// On one line, for streams of messages.
    static String line(Message message) {
        return write(message, false);
    }

    private static String write(Message message, boolean indented) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            if (indented) {
                json.setPrettyPrinter(INDENTED.createInstance());
            }
            new ProtoJsonWriter(json).message(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writing to memory does not fail
        }
        return text.toString();
    }

    private void message(Message message) throws IOException {
        json.writeStartObject();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.hasPresence()
                    ? !message.hasField(field)
                    : RequestSecrets.isSecret(field) && isEmpty(message, field)) {
                continue;
            }
            json.writeFieldName(field.getName());
            if (RequestSecrets.isSecret(field)) {
                json.writeString(MessageRedaction.STRIPPED);
            } else if (field.isMapField()) {
                map(message, field);
            } else if (message.getField(field) instanceof List<?> elements) {
                json.writeStartArray();
                for (Object element : elements) {
                    value(element);
                }
                json.writeEndArray();
            } else {
                value(message.getField(field));
            }
        }
        json.writeEndObject();
    }

    private static boolean isEmpty(Message message, FieldDescriptor field) {
        return !message.getAllFields().containsKey(field);
    }

    private void map(Message message, FieldDescriptor field) throws IOException {
        json.writeStartObject();
        for (var pair : MapField.pairs(message, field).entrySet()) {
            json.writeFieldName(pair.getKey());
            value(pair.getValue());
        }
        json.writeEndObject();
    }

    private void value(Object value) throws IOException {
        if (!(value instanceof Message message)) {
            ProtoJsonScalar.write(json, value);
        } else if (ProtoJsonScalar.isTimestamp(message.getDescriptorForType())) {
            json.writeString(ProtoJsonScalar.instant(message).toString());
        } else if (ProtoJsonScalar.isWrapper(message.getDescriptorForType())) {
            ProtoJsonScalar.write(json, ProtoJsonScalar.wrapped(message));
        } else {
            message(message);
        }
    }
}
