package dev.stowage.control.binder;

import dev.stowage.kube.model.StorageClass;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// The class for claims without one. Of several defaults the newest applies; if created at the same time, the
/// first by name.
public final class DefaultStorageClass {
    private static final Comparator<StorageClass> BEST = Comparator.comparing(
                    DefaultStorageClass::created, Comparator.reverseOrder())
            .thenComparing(each -> each.meta().name());

    private DefaultStorageClass() {}

    public static Optional<StorageClass> of(Collection<StorageClass> classes) {
        return classes.stream().filter(StorageClass::isDefault).min(BEST);
    }

    private static Instant created(StorageClass storageClass) {
        Instant created = storageClass.meta().creationTimestamp();
        return created == null ? Instant.EPOCH : created;
    }
}
