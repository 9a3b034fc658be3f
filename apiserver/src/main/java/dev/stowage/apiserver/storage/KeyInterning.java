package dev.stowage.apiserver.storage;

import java.util.HashMap;
import java.util.Map;

/// Interns the resources and namespaces of keys, because there are many objects but few of these strings. For one
/// thread.
final class KeyInterning {
    private static final int LIMIT = 10_000;

    private final Map<String, String> known = new HashMap<>();

    ObjectKey shared(ObjectKey key) {
        return new ObjectKey(shared(key.resource()), shared(key.namespace()), key.name());
    }

    String shared(String text) {
        if (known.size() >= LIMIT) {
            known.clear();
        }
        String before = known.putIfAbsent(text, text);
        return before == null ? text : before;
    }
}
