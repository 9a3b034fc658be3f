package dev.stowage.apiserver.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// What a store should be like, so simple that it is right: a map, and a list of all changes since the last
/// compaction.
final class Model {
    private final NavigableMap<Key, Entry> current = new TreeMap<>();
    private final NavigableMap<Key, Entry> oldest = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long revision;
    private long compacted;

    long revision() {
        return revision;
    }

    long compacted() {
        return compacted;
    }

    Optional<Entry> find(Key key) {
        return Optional.ofNullable(current.get(key));
    }

    void apply(Mutation mutation, Entry entry) {
        revision = entry.revision();
        Optional<Entry> before = find(entry.key());
        Change change = switch (mutation) {
            case Mutation.Put _ ->
                before.<Change>map(known -> new Change.Modified(entry, known)).orElseGet(() -> new Change.Added(entry));
            case Mutation.Remove _ -> new Change.Removed(entry, before.orElseThrow());
        };
        changes.add(change);
        replay(change, current);
    }

    private static void replay(Change change, Map<Key, Entry> states) {
        if (change instanceof Change.Removed) {
            states.remove(change.now().key());
        } else {
            states.put(change.now().key(), change.now());
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

    List<String> list(String resource, String namespace, long at, Optional<Key> after, int limit) {
        NavigableMap<Key, Entry> states = new TreeMap<>(oldest);
        changes.stream().filter(change -> change.now().revision() <= at).forEach(change -> replay(change, states));
        return states.values().stream()
                .filter(entry -> isIn(entry.key(), resource, namespace))
                .filter(entry -> after.isEmpty() || entry.key().compareTo(after.get()) > 0)
                .limit(limit == 0 ? Long.MAX_VALUE : limit)
                .map(Objects::text)
                .toList();
    }

    List<String> changes(String resource, String namespace, long after) {
        return changes.stream()
                .filter(change -> change.now().revision() > after)
                .filter(change -> isIn(change.now().key(), resource, namespace))
                .map(Objects::text)
                .toList();
    }

    private static boolean isIn(Key key, String resource, String namespace) {
        return key.resource().equals(resource)
                && (namespace.isEmpty() || key.namespace().equals(namespace));
    }
}
