package dev.stowage.apiserver.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// A simple reference model of a store: a map, and a list of all changes since the last compaction.
final class StoreModel {
    private final NavigableMap<ObjectKey, StoredObject> current = new TreeMap<>();
    private final NavigableMap<ObjectKey, StoredObject> oldest = new TreeMap<>();
    private final List<ObjectChange> changes = new ArrayList<>();
    private long revision;
    private long compacted;

    long revision() {
        return revision;
    }

    long compacted() {
        return compacted;
    }

    Optional<StoredObject> find(ObjectKey key) {
        return Optional.ofNullable(current.get(key));
    }

    void apply(ObjectWrite objectWrite, StoredObject storedObject) {
        revision = storedObject.revision();
        Optional<StoredObject> before = find(storedObject.key());
        ObjectChange objectChange = switch (objectWrite) {
            case ObjectWrite.Put _ ->
                before.<ObjectChange>map(known -> new ObjectChange.Modified(storedObject, known))
                        .orElseGet(() -> new ObjectChange.Added(storedObject));
            case ObjectWrite.Remove _ -> new ObjectChange.Removed(storedObject, before.orElseThrow());
        };
        changes.add(objectChange);
        replay(objectChange, current);
    }

    private static void replay(ObjectChange objectChange, Map<ObjectKey, StoredObject> states) {
        if (objectChange instanceof ObjectChange.Removed) {
            states.remove(objectChange.now().key());
        } else {
            states.put(objectChange.now().key(), objectChange.now());
        }
    }

    void compact(long upTo) {
        if (upTo > compacted) {
            compacted = upTo;
            while (!changes.isEmpty() && changes.getFirst().now().revision() <= upTo) {
                replay(changes.removeFirst(), oldest);
            }
        }
    }

    List<String> list(String resource, String namespace, long at, Optional<ObjectKey> after, int limit) {
        NavigableMap<ObjectKey, StoredObject> states = new TreeMap<>(oldest);
        changes.stream()
                .filter(objectChange -> objectChange.now().revision() <= at)
                .forEach(objectChange -> replay(objectChange, states));
        return states.values().stream()
                .filter(storedObject -> isIn(storedObject.key(), resource, namespace))
                .filter(storedObject -> after.isEmpty() || storedObject.key().compareTo(after.get()) > 0)
                .limit(limit == 0 ? Long.MAX_VALUE : limit)
                .map(TestObjects::text)
                .toList();
    }

    List<String> changes(String resource, String namespace, long after) {
        return changes.stream()
                .filter(objectChange -> objectChange.now().revision() > after)
                .filter(objectChange -> isIn(objectChange.now().key(), resource, namespace))
                .map(TestObjects::text)
                .toList();
    }

    private static boolean isIn(ObjectKey key, String resource, String namespace) {
        return key.resource().equals(resource)
                && (namespace.isEmpty() || key.namespace().equals(namespace));
    }
}
