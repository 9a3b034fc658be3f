package dev.stowage.apiserver.storage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes of one transaction. Each is checked against the visible snapshot and against the writes before it.
final class WriteBatch {
    private final StorageSnapshot base;
    private final KeyInterning keyInterning;
    private final Map<ObjectKey, Optional<StoredObject>> touched = new HashMap<>();
    private final List<ObjectChange> changes = new ArrayList<>();
    private long revision;

    /// @param newest the highest revision that any write has had, including failed ones
    WriteBatch(StorageSnapshot base, long newest, KeyInterning keyInterning) {
        this.base = base;
        this.revision = newest;
        this.keyInterning = keyInterning;
    }

    List<ObjectChange> changes() {
        return changes;
    }

    long revision() {
        return revision;
    }

    Optional<StoredObject> current(ObjectKey key) {
        Optional<StoredObject> here = touched.get(key);
        return here != null ? here : base.find(key);
    }

    StoredObject add(ObjectWrite objectWrite) throws ConflictException {
        Optional<StoredObject> found = current(objectWrite.key());
        if (found.map(StoredObject::revision).orElse(0L) != objectWrite.expected()) {
            throw new ConflictException(objectWrite.key(), found);
        }
        if (objectWrite instanceof ObjectWrite.Remove && found.isEmpty()) {
            throw new ConflictException(objectWrite.key(), found);
        }
        ObjectKey key = found.map(StoredObject::key).orElseGet(() -> keyInterning.shared(objectWrite.key()));
        byte[] value = objectWrite.objectDraft().at(revision + 1);
        revision++;
        return switch (objectWrite) {
            case ObjectWrite.Put put -> {
                StoredObject storedObject = new StoredObject(key, revision, value, put.expiresAt());
                changes.add(found.<ObjectChange>map(before -> new ObjectChange.Modified(storedObject, before))
                        .orElseGet(() -> new ObjectChange.Added(storedObject)));
                touched.put(key, Optional.of(storedObject));
                yield storedObject;
            }
            case ObjectWrite.Remove _ -> {
                StoredObject storedObject = new StoredObject(key, revision, value, 0);
                changes.add(new ObjectChange.Removed(storedObject, found.orElseThrow()));
                touched.put(key, Optional.empty());
                yield storedObject;
            }
        };
    }

    Map<String, List<ObjectChange>> byResource() {
        Map<String, List<ObjectChange>> groups = HashMap.newHashMap(4);
        for (ObjectChange objectChange : changes) {
            groups.computeIfAbsent(objectChange.now().key().resource(), _ -> new ArrayList<>())
                    .add(objectChange);
        }
        return groups;
    }
}
