package dev.stowage.apiserver.storage;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The next state of an object: JSON with a gap for its resourceVersion, which is known only when the write gets
/// its revision. The bytes are not modified.
public final class ObjectDraft {
    private static final String VERSION = "resourceVersion";

    private final byte[] json;
    private final int hole;

    /// @param hole the position of the digits
    public ObjectDraft(byte[] json, int hole) {
        this.json = json;
        this.hole = hole;
    }

    /// Encodes a tree. Its resourceVersion is replaced by the gap; without one, the gap follows the uid.
    public static ObjectDraft of(ObjectNode object) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try (JsonGenerator generator = Json.generator(out)) {
            int hole = -1;
            generator.writeStartObject();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                generator.writeFieldName(field.getKey());
                if (field.getKey().equals("metadata")) {
                    hole = writeMetadata(field.getValue(), generator, out);
                } else {
                    generator.writeTree(field.getValue());
                }
            }
            if (hole < 0) {
                generator.writeFieldName("metadata");
                hole = writeMetadata(Json.object(), generator, out);
            }
            generator.writeEndObject();
            generator.flush();
            return new ObjectDraft(out.toByteArray(), hole);
        } catch (IOException e) {
            throw new UncheckedIOException("writing JSON to memory failed", e);
        }
    }

    private static int writeMetadata(JsonNode metadata, JsonGenerator generator, ByteArrayOutputStream out)
            throws IOException {
        String place = metadata.has(VERSION) ? VERSION : "uid";
        int hole = -1;
        generator.writeStartObject();
        for (Map.Entry<String, JsonNode> field : metadata.properties()) {
            if (!field.getKey().equals(VERSION)) {
                generator.writeFieldName(field.getKey());
                generator.writeTree(field.getValue());
            }
            if (field.getKey().equals(place)) {
                hole = writeHole(generator, out);
            }
        }
        if (hole < 0) {
            hole = writeHole(generator, out);
        }
        generator.writeEndObject();
        return hole;
    }

    private static int writeHole(JsonGenerator generator, ByteArrayOutputStream out) throws IOException {
        generator.writeStringField(VERSION, "");
        return out.size() + generator.getOutputBuffered() - 1;
    }

    /// The same state, for a new revision.
    public static ObjectDraft of(StoredObject storedObject) {
        byte[] value = storedObject.value();
        try (JsonParser parser = Json.parser(value)) {
            descend(parser, "metadata");
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                descend(parser, VERSION);
            }
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                throw new IllegalArgumentException(storedObject.key() + " has no resourceVersion");
            }
            int start = Math.toIntExact(parser.currentTokenLocation().getByteOffset()) + 1;
            int end = start + parser.getTextLength();
            byte[] rest = new byte[value.length - (end - start)];
            System.arraycopy(value, 0, rest, 0, start);
            System.arraycopy(value, end, rest, start, value.length - end);
            return new ObjectDraft(rest, start);
        } catch (IOException e) {
            throw new UncheckedIOException(storedObject.key() + " is not valid JSON", e);
        }
    }

    /// Advances the parser from the start of an object to the value of one of its fields, or to the end of the
    /// object.
    private static void descend(JsonParser parser, String field) throws IOException {
        if (parser.currentToken() == null) {
            parser.nextToken();
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = parser.currentName().equals(field);
            parser.nextToken();
            if (found) {
                return;
            }
            parser.skipChildren();
        }
    }

    byte[] at(long revision) {
        byte[] digits = Long.toString(revision).getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[json.length + digits.length];
        System.arraycopy(json, 0, whole, 0, hole);
        System.arraycopy(digits, 0, whole, hole, digits.length);
        System.arraycopy(json, hole, whole, hole + digits.length, json.length - hole);
        return whole;
    }
}
