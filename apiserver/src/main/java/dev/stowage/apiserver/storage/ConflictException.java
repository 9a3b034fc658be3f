package dev.stowage.apiserver.storage;

import java.util.Optional;

/// The object is not in the state that a write was based on.
public final class ConflictException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Optional<StoredObject> found;

    public ConflictException(ObjectKey key, Optional<StoredObject> found) {
        super("%s %s/%s is in another state".formatted(key.resource(), key.namespace(), key.name()));
        this.found = found;
    }

    /// The current object.
    public Optional<StoredObject> found() {
        return found;
    }
}
