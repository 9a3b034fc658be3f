package dev.stowage.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cel.CelType.Kind;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A JSON object as a map. Names of fields are escaped, keys of maps are not.
final class JsonMap extends AbstractMap<Object, Object> {
    private final ObjectNode object;
    private final CelType celType;

    JsonMap(ObjectNode object, CelType celType) {
        this.object = object;
        this.celType = celType;
    }

    boolean isObject() {
        return celType.kind() == Kind.OBJECT;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        if (!(key instanceof String name)) {
            return null;
        }
        String plain = isObject() ? FieldNameEscaping.plain(name) : name;
        JsonNode value = object.get(plain);
        return value == null ? null : CelValues.of(value, of(plain));
    }

    private CelType of(String name) {
        return isObject() ? celType.fields().getOrDefault(name, CelType.ANY) : celType.item();
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && object.has(isObject() ? FieldNameEscaping.plain(name) : name);
    }

    @Override
    public int size() {
        return object.size();
    }

    @Override
    public Set<Entry<Object, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<Object, Object>> iterator() {
                return object.properties().stream()
                        .map(field -> Map.<Object, Object>entry(
                                isObject() ? FieldNameEscaping.escaped(field.getKey()) : field.getKey(),
                                CelValues.of(field.getValue(), of(field.getKey()))))
                        .iterator();
            }

            @Override
            public int size() {
                return object.size();
            }
        };
    }
}
