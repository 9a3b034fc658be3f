package dev.stowage.sdk.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON subset that records need: objects, lists, texts, whole numbers and booleans as plain Java values.
final class RecordJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private RecordJson() {}

    static byte[] write(Map<String, Object> object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.useDefaultPrettyPrinter(); // an operator reads these with cat
            write(out, object);
        } catch (IOException e) {
            throw new AssertionError("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        switch (value) {
            case Map<?, ?> object -> {
                out.writeStartObject();
                for (Map.Entry<?, ?> entry : object.entrySet()) {
                    out.writeFieldName((String) entry.getKey());
                    write(out, entry.getValue());
                }
                out.writeEndObject();
            }
            case List<?> list -> {
                out.writeStartArray();
                for (Object element : list) {
                    write(out, element);
                }
                out.writeEndArray();
            }
            case String text -> out.writeString(text);
            case Long number -> out.writeNumber(number);
            case Boolean bool -> out.writeBoolean(bool);
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    static JsonObject read(byte[] bytes) throws IOException {
        try (JsonParser in = FACTORY.createParser(new String(bytes, UTF_8))) {
            in.nextToken();
            Object value = read(in);
            if (in.nextToken() != null || !(value instanceof Map<?, ?> object)) {
                throw new IOException("a record must be one JSON object");
            }
            return JsonObject.over(object);
        }
    }

    private static Object read(JsonParser in) throws IOException {
        JsonToken token = in.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> object = new LinkedHashMap<>();
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String name = in.currentName();
                in.nextToken();
                object.put(name, read(in));
            }
            return object;
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                list.add(read(in));
            }
            return list;
        }
        if (token == JsonToken.VALUE_STRING) {
            return in.getText();
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return in.getLongValue();
        }
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE;
        }
        throw new IOException("unexpected " + token);
    }
}
