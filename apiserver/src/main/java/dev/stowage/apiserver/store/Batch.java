package dev.stowage.apiserver.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes that go to the disk together. Each is checked against what can be seen and against those before it.
final class Batch {
    private final Snapshot base;
    private final Names names;
    private final Map<Key, Optional<Entry>> touched = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long revision;

    /// @param newest the highest revision that was ever given to a write, also to one that failed
    Batch(Snapshot base, long newest, Names names) {
        this.base = base;
        this.revision = newest;
        this.names = names;
    }

    List<Change> changes() {
        return changes;
    }

    long revision() {
        return revision;
    }

    Optional<Entry> current(Key key) {
        Optional<Entry> here = touched.get(key);
        return here != null ? here : base.find(key);
    }

    Entry add(Mutation mutation) throws ConflictException {
        Optional<Entry> found = current(mutation.key());
        if (found.map(Entry::revision).orElse(0L) != mutation.expected()) {
            throw new ConflictException(mutation.key(), found);
        }
        if (mutation instanceof Mutation.Remove && found.isEmpty()) {
            throw new ConflictException(mutation.key(), found);
        }
        Key key = found.map(Entry::key).orElseGet(() -> names.shared(mutation.key()));
        byte[] value = mutation.draft().at(revision + 1);
        revision++;
        return switch (mutation) {
            case Mutation.Put put -> {
                Entry entry = new Entry(key, revision, value, put.expiresAt());
                changes.add(found.<Change>map(before -> new Change.Modified(entry, before))
                        .orElseGet(() -> new Change.Added(entry)));
                touched.put(key, Optional.of(entry));
                yield entry;
            }
            case Mutation.Remove _ -> {
                Entry entry = new Entry(key, revision, value, 0);
                changes.add(new Change.Removed(entry, found.orElseThrow()));
                touched.put(key, Optional.empty());
                yield entry;
            }
        };
    }

    Map<String, List<Change>> byResource() {
        Map<String, List<Change>> groups = HashMap.newHashMap(4);
        for (Change change : changes) {
            groups.computeIfAbsent(change.now().key().resource(), _ -> new ArrayList<>())
                    .add(change);
        }
        return groups;
    }
}
