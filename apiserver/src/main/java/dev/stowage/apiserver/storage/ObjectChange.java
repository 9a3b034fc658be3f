package dev.stowage.apiserver.storage;

import java.util.Optional;

/// What happened to an object.
public sealed interface ObjectChange {
    /// The state after it; of one that was removed, its last state under the revision of its removal.
    StoredObject now();

    record Added(StoredObject now) implements ObjectChange {}

    record Modified(StoredObject now, StoredObject before) implements ObjectChange {}

    record Removed(StoredObject now, StoredObject before) implements ObjectChange {}

    default Optional<StoredObject> previous() {
        return switch (this) {
            case Added _ -> Optional.empty();
            case Modified modified -> Optional.of(modified.before());
            case Removed removed -> Optional.of(removed.before());
        };
    }
}
