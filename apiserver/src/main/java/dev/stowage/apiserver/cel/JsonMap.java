package dev.stowage.apiserver.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.cel.Shape.Kind;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A map or an object of JSON. Names of fields are escaped, keys of maps are not.
final class JsonMap extends AbstractMap<Object, Object> {
    private final ObjectNode object;
    private final Shape shape;

    JsonMap(ObjectNode object, Shape shape) {
        this.object = object;
        this.shape = shape;
    }

    boolean isObject() {
        return shape.kind() == Kind.OBJECT;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        if (!(key instanceof String name)) {
            return null;
        }
        String plain = isObject() ? FieldNames.plain(name) : name;
        JsonNode value = object.get(plain);
        return value == null ? null : Values.of(value, of(plain));
    }

    private Shape of(String name) {
        return isObject() ? shape.fields().getOrDefault(name, Shape.ANY) : shape.item();
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && object.has(isObject() ? FieldNames.plain(name) : name);
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
                                isObject() ? FieldNames.escaped(field.getKey()) : field.getKey(),
                                Values.of(field.getValue(), of(field.getKey()))))
                        .iterator();
            }

            @Override
            public int size() {
                return object.size();
            }
        };
    }
}
