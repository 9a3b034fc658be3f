package dev.stowage.apiserver.cel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.AbstractList;
import java.util.List;

/// A list of JSON.
final class JsonList extends AbstractList<Object> {
    private final ArrayNode list;
    private final Shape shape;

    JsonList(ArrayNode list, Shape shape) {
        this.list = list;
        this.shape = shape;
    }

    @Override
    public Object get(int index) {
        return Values.of(list.get(index), shape.item());
    }

    @Override
    public int size() {
        return list.size();
    }

    /// Whether items have keys, and no order.
    boolean isKeyed() {
        return shape.set() || !shape.keys().isEmpty();
    }

    /// What tells an item from others.
    Object key(int index) {
        return shape.set()
                ? list.get(index)
                : List.copyOf(shape.keys().stream()
                        .map(key -> (Object) list.get(index).path(key))
                        .toList());
    }
}
