package dev.stowage.control.bind;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Claims for which no volume was free. When one comes free, one claim is called, the oldest that it suits: a thousand
/// volumes for a thousand claims are a thousand looks, not a million. A claim that is called has left the room; its
/// next look brings it back if it still waits. Thread-safe.
final class WaitingRoom {

    private record Seat(Instant since, NamespacedName claim) implements Comparable<Seat> {
        private static final Comparator<Seat> ORDER = Comparator.comparing(Seat::since)
                .thenComparing(seat -> seat.claim().namespace())
                .thenComparing(seat -> seat.claim().name());

        @Override
        public int compareTo(Seat other) {
            return ORDER.compare(this, other);
        }
    }

    private final Map<NamespacedName, PersistentVolumeClaim> waiting = new HashMap<>();
    private final Map<String, NavigableSet<Seat>> byClass = new HashMap<>();
    private final Map<NamespacedName, Set<String>> calledFor = new HashMap<>();

    synchronized void enter(PersistentVolumeClaim claim) {
        leave(claim.key());
        waiting.put(claim.key(), claim);
        byClass.computeIfAbsent(Fit.classOf(claim), _ -> new TreeSet<>()).add(seatOf(claim));
    }

    synchronized void leave(NamespacedName key) {
        PersistentVolumeClaim claim = waiting.remove(key);
        if (claim != null) {
            NavigableSet<Seat> seats = byClass.get(Fit.classOf(claim));
            if (seats != null && seats.remove(seatOf(claim)) && seats.isEmpty()) {
                byClass.remove(Fit.classOf(claim));
            }
        }
    }

    /// The claim that shall have a look, for there is a volume now.
    synchronized Optional<NamespacedName> call(PersistentVolume volume) {
        NavigableSet<Seat> seats = byClass.get(volume.effectiveClass());
        if (seats == null) {
            return Optional.empty();
        }
        Optional<NamespacedName> first = seats.stream()
                .map(Seat::claim)
                .filter(key -> suits(volume, waiting.get(key)))
                .findFirst();
        first.ifPresent(key -> {
            leave(key);
            calledFor
                    .computeIfAbsent(key, _ -> new TreeSet<>())
                    .add(volume.meta().name());
        });
        return first;
    }

    private static boolean suits(PersistentVolume volume, @Nullable PersistentVolumeClaim claim) {
        return claim != null && Fit.suits(volume, claim);
    }

    /// The volumes that a claim was called for, each told once: what the claim did not take, somebody else may want.
    /// There is more than one when the claim is called again while it looks.
    synchronized Set<String> answered(NamespacedName claim) {
        Set<String> volumes = calledFor.remove(claim);
        return volumes == null ? Set.of() : volumes;
    }

    private static Seat seatOf(PersistentVolumeClaim claim) {
        Instant created = claim.meta().creationTimestamp();
        return new Seat(created == null ? Instant.EPOCH : created, claim.key());
    }
}
