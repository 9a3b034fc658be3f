package dev.stowage.cel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.AbstractList;
import java.util.List;

/// A JSON array as a list.
final class JsonList extends AbstractList<Object> {
    private final ArrayNode list;
    private final CelType celType;

    JsonList(ArrayNode list, CelType celType) {
        this.list = list;
        this.celType = celType;
    }

    @Override
    public Object get(int index) {
        return CelValues.of(list.get(index), celType.item());
    }

    @Override
    public int size() {
        return list.size();
    }

    /// Whether items have keys and their order does not matter.
    boolean isKeyed() {
        return celType.set() || !celType.keys().isEmpty();
    }

    /// The key of an item.
    Object key(int index) {
        return celType.set()
                ? list.get(index)
                : List.copyOf(celType.keys().stream()
                        .map(key -> (Object) list.get(index).path(key))
                        .toList());
    }
}
