package dev.stowage.apiserver.storage;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One state of one object. The bytes are not modified.
public final class StoredObject {
    private final ObjectKey key;
    private final long revision;
    private final byte[] value;
    private final long expiresAt;
    private volatile @Nullable Object view;

    /// @param value the object as JSON; its `metadata.resourceVersion` is the revision
    /// @param expiresAt milliseconds since 1970 after which it is deleted; 0 for never
    public StoredObject(ObjectKey key, long revision, byte[] value, long expiresAt) {
        this.key = key;
        this.revision = revision;
        this.value = value;
        this.expiresAt = expiresAt;
    }

    public ObjectKey key() {
        return key;
    }

    public long revision() {
        return revision;
    }

    public byte[] value() {
        return value;
    }

    public long expiresAt() {
        return expiresAt;
    }

    /// Cached data that readers need repeatedly, such as labels. All readers of a resource must use the same type
    /// of view.
    @SuppressWarnings("unchecked")
    public <T> T view(Function<StoredObject, T> read) {
        Object known = view;
        if (known == null) {
            known = read.apply(this);
            view = known;
        }
        return (T) known;
    }
}
