package dev.stowage.sdk.record;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JSON object whose fields are read by name and type; the error for a missing or wrong field names it.
public record JsonObject(Map<String, Object> fields) {

    /// @throws IOException when the bytes are not one JSON object
    public static JsonObject parse(byte[] bytes) throws IOException {
        return RecordJson.read(bytes);
    }

    public static JsonObject over(Map<?, ?> object) {
        Map<String, Object> fields = new LinkedHashMap<>();
        object.forEach((name, value) -> fields.put((String) name, value));
        return new JsonObject(fields);
    }

    public String text(String name) throws IOException {
        return field(name, String.class);
    }

    public long number(String name) throws IOException {
        return field(name, Long.class);
    }

    public boolean bool(String name) throws IOException {
        return field(name, Boolean.class);
    }

    public boolean has(String name) {
        return fields.containsKey(name);
    }

    public Optional<String> optionalText(String name) throws IOException {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    public JsonObject object(String name) throws IOException {
        return over(field(name, Map.class));
    }

    public List<?> list(String name) throws IOException {
        return field(name, List.class);
    }

    public Map<String, String> texts() throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : fields.keySet()) {
            texts.put(name, text(name));
        }
        return texts;
    }

    private <F> F field(String name, Class<F> kind) throws IOException {
        Object value = fields.get(name);
        if (!kind.isInstance(value)) {
            throw new IOException("field \"" + name + "\" " + (value == null ? "is missing" : "has the wrong type"));
        }
        return kind.cast(value);
    }
}
