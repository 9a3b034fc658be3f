package dev.stowage.apiserver.storage;

import java.util.Optional;

/// A change of an object.
public sealed interface ObjectChange {
    /// The state after the change; for a removed object, its last state with the revision of the removal.
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
