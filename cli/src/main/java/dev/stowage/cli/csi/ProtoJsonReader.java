package dev.stowage.cli.csi;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.stowage.flags.SpellingSuggestion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads a message from JSON according to its descriptor. Fields have the protocol's names (`volume_id`) or
/// their JSON form (`volumeId`); an unknown field is an error, because it is probably a typo.
final class ProtoJsonReader {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonParser parser;

    private ProtoJsonReader(JsonParser parser) {
        this.parser = parser;
    }

    /// Merges the object into the message.
    ///
    /// @throws JsonFormatException if it is not valid JSON, or does not match the message
    static void read(String text, Message.Builder into) {
        parse(text, reader -> reader.message(into, ""));
    }

    /// An object that holds nothing but texts.
    static Map<String, String> texts(String text) {
        Map<String, String> texts = new LinkedHashMap<>();
        parse(text, reader -> {
            reader.expect(JsonToken.START_OBJECT, "", "an object");
            while (reader.parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = reader.parser.currentName();
                reader.parser.nextToken();
                reader.expect(JsonToken.VALUE_STRING, key, "a string");
                texts.put(key, reader.parser.getText());
            }
        });
        return texts;
    }

    private interface Body {
        void read(ProtoJsonReader reader) throws IOException;
    }

    private static void parse(String text, Body body) {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            body.read(new ProtoJsonReader(parser));
            if (parser.nextToken() != null) {
                throw new JsonFormatException("unexpected content after the end of the object");
            }
        } catch (JsonProcessingException e) {
            // The parser's own message quotes the text, which may be a secret.
            throw new JsonFormatException(Optional.ofNullable(e.getLocation())
                    .map(at -> "not valid JSON at line " + at.getLineNr() + ", column " + at.getColumnNr())
                    .orElse("not valid JSON"));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // reading from memory does not fail
        }
    }

    private void message(Message.Builder into, String path) throws IOException {
        expect(JsonToken.START_OBJECT, path, "an object");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            FieldDescriptor field = field(into.getDescriptorForType(), parser.currentName(), path);
            String here = path.isEmpty() ? field.getName() : path + "." + field.getName();
            if (parser.nextToken() != JsonToken.VALUE_NULL) {
                refuseSecondOfOneof(into, field, here);
                field(into, field, here);
            }
        }
    }

    private void field(Message.Builder into, FieldDescriptor field, String path) throws IOException {
        if (field.isMapField()) {
            map(into, field, path);
        } else if (field.isRepeated()) {
            expect(JsonToken.START_ARRAY, path, "a list");
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                into.addRepeatedField(field, value(into, field, path + "[" + i + "]"));
            }
        } else {
            into.setField(field, value(into, field, path));
        }
    }

    private void map(Message.Builder into, FieldDescriptor field, String path) throws IOException {
        expect(JsonToken.START_OBJECT, path, "an object");
        Descriptor entry = field.getMessageType();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Message.Builder pair = into.newBuilderForField(field);
            String key = parser.currentName();
            parser.nextToken();
            FieldDescriptor value = FieldPath.field(entry, "value");
            pair.setField(FieldPath.field(entry, "key"), key);
            pair.setField(value, value(pair, value, path + "." + key));
            into.addRepeatedField(field, pair.build());
        }
    }

    private Object value(Message.Builder parent, FieldDescriptor field, String path) throws IOException {
        if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
            return ProtoJsonScalar.read(parser, field, path);
        }
        Message.Builder message = parent.newBuilderForField(field);
        if (ProtoJsonScalar.isOne(field.getMessageType())) {
            ProtoJsonScalar.readInto(parser, message, path);
        } else {
            message(message, path);
        }
        return message.build();
    }

    private void expect(JsonToken token, String path, String what) {
        if (parser.currentToken() != token) {
            throw new JsonFormatException((path.isEmpty() ? "the request" : path) + " must be " + what);
        }
    }

    private static FieldDescriptor field(Descriptor message, String name, String path) {
        return message.getFields().stream()
                .filter(field ->
                        field.getName().equals(name) || field.getJsonName().equals(name))
                .findFirst()
                .orElseThrow(() -> new JsonFormatException("unknown field \"" + name + "\" in "
                        + (path.isEmpty() ? message.getName() : path + " (" + message.getName() + ")")
                        + SpellingSuggestion.nearest(
                                        name,
                                        message.getFields().stream()
                                                .map(FieldDescriptor::getName)
                                                .toList())
                                .map(near -> "; did you mean \"" + near + "\"?")
                                .orElse("")));
    }

    private static void refuseSecondOfOneof(Message.Builder into, FieldDescriptor field, String path) {
        if (field.getContainingOneof() != null && into.hasOneof(field.getContainingOneof())) {
            throw new JsonFormatException(path + " excludes "
                    + into.getOneofFieldDescriptor(field.getContainingOneof()).getName() + ": set only one of them");
        }
    }
}
