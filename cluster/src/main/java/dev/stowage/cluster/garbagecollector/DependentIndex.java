package dev.stowage.cluster.garbagecollector;

import dev.stowage.cluster.garbagecollector.CollectableObject.KindAndKey;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The dependents of each owner, by the owner's uid. Only objects with owners are stored here. Thread-safe.
final class DependentIndex {
    private final Map<String, Set<KindAndKey>> byOwner = new HashMap<>();

    synchronized void change(
            Kind<PartialObjectMetadata> kind,
            @Nullable PartialObjectMetadata before,
            @Nullable PartialObjectMetadata now) {
        if (before != null) {
            KindAndKey place = new KindAndKey(kind, before.key());
            for (ObjectMeta.OwnerReference ownerReference : before.meta().ownerReferences()) {
                Set<KindAndKey> places = byOwner.get(ownerReference.uid());
                if (places != null && places.remove(place) && places.isEmpty()) {
                    byOwner.remove(ownerReference.uid());
                }
            }
        }
        if (now != null) {
            KindAndKey place = new KindAndKey(kind, now.key());
            now.meta()
                    .ownerReferences()
                    .forEach(ownerReference -> byOwner.computeIfAbsent(ownerReference.uid(), _ -> new HashSet<>(2))
                            .add(place));
        }
    }

    synchronized List<KindAndKey> of(String owner) {
        return List.copyOf(byOwner.getOrDefault(owner, Set.of()));
    }

    List<CollectableObject> of(String owner, Function<KindAndKey, Optional<CollectableObject>> finder) {
        return of(owner).stream()
                .map(finder)
                .flatMap(Optional::stream)
                .filter(object -> object.belongsTo(owner))
                .toList();
    }

    /// Whether a dependent waits, directly or through others, for the object that waits for it: then none of
    /// them would ever be deleted.
    boolean isCircular(
            String uid, CollectableObject dependent, Function<KindAndKey, Optional<CollectableObject>> finder) {
        Set<String> seen = new HashSet<>();
        Deque<CollectableObject> open = new ArrayDeque<>(List.of(dependent));
        while (!open.isEmpty()) {
            CollectableObject next = open.remove();
            if (!next.waits() || !seen.add(next.meta().uid())) {
                continue;
            }
            if (next.meta().uid().equals(uid)) {
                return true;
            }
            of(next.meta().uid(), finder).stream()
                    .filter(object -> object.blocks(next.meta().uid()))
                    .forEach(open::add);
        }
        return false;
    }
}
