package dev.stowage.apiserver.store;

import java.util.Optional;

/// The object is not in the state that a write was based on.
public final class ConflictException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Optional<Entry> found;

    public ConflictException(Key key, Optional<Entry> found) {
        super("%s %s/%s is in another state".formatted(key.resource(), key.namespace(), key.name()));
        this.found = found;
    }

    /// What is there instead.
    public Optional<Entry> found() {
        return found;
    }
}
