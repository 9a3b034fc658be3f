package dev.stowage.control.collect;

import dev.stowage.control.collect.Item.Place;
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

/// Who belongs to whom, by the owner's uid. Only objects with owners take room here. Thread-safe.
final class Families {
    private final Map<String, Set<Place>> byOwner = new HashMap<>();

    synchronized void change(Kind<PartialObjectMetadata> kind, @Nullable PartialObjectMetadata before, @Nullable PartialObjectMetadata now) {
        if (before != null) {
            Place place = new Place(kind, before.key());
            for (ObjectMeta.OwnerReference ownerReference : before.meta().ownerReferences()) {
                Set<Place> places = byOwner.get(ownerReference.uid());
                if (places != null && places.remove(place) && places.isEmpty()) {
                    byOwner.remove(ownerReference.uid());
                }
            }
        }
        if (now != null) {
            Place place = new Place(kind, now.key());
            now.meta()
                    .ownerReferences()
                    .forEach(ownerReference -> byOwner.computeIfAbsent(ownerReference.uid(), _ -> new HashSet<>(2))
                            .add(place));
        }
    }

    synchronized List<Place> of(String owner) {
        return List.copyOf(byOwner.getOrDefault(owner, Set.of()));
    }

    List<Item> of(String owner, Function<Place, Optional<Item>> finder) {
        return of(owner).stream()
                .map(finder)
                .flatMap(Optional::stream)
                .filter(item -> item.belongsTo(owner))
                .toList();
    }

    /// Whether one who waits does so, over whatever others that wait, for the object that waits for it: then nobody
    /// would ever go.
    boolean isCircular(String uid, Item dependent, Function<Place, Optional<Item>> finder) {
        Set<String> seen = new HashSet<>();
        Deque<Item> open = new ArrayDeque<>(List.of(dependent));
        while (!open.isEmpty()) {
            Item next = open.remove();
            if (!next.waits() || !seen.add(next.meta().uid())) {
                continue;
            }
            if (next.meta().uid().equals(uid)) {
                return true;
            }
            of(next.meta().uid(), finder).stream()
                    .filter(item -> item.blocks(next.meta().uid()))
                    .forEach(open::add);
        }
        return false;
    }
}
