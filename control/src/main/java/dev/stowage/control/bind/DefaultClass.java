package dev.stowage.control.bind;

import dev.stowage.kube.model.StorageClass;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// What a claim gets that names no class. Of several defaults the newest counts; of those made at the same time, the
/// first by name.
public final class DefaultClass {
    private static final Comparator<StorageClass> BEST = Comparator.comparing(
                    DefaultClass::created, Comparator.reverseOrder())
            .thenComparing(each -> each.meta().name());

    private DefaultClass() {}

    public static Optional<StorageClass> of(Collection<StorageClass> classes) {
        return classes.stream().filter(StorageClass::isDefault).min(BEST);
    }

    private static Instant created(StorageClass storageClass) {
        Instant created = storageClass.meta().creationTimestamp();
        return created == null ? Instant.EPOCH : created;
    }
}
