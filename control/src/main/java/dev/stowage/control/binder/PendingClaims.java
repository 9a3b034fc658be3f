package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Claims for which no volume was available. When one becomes available, the oldest matching claim is called:
/// a thousand volumes for a thousand claims take a thousand runs, not a million. A claim that is called is no
/// longer pending; its next run adds it again if needed. Thread-safe.
final class PendingClaims {

    private record PendingClaim(Instant since, NamespacedName claim) implements Comparable<PendingClaim> {
        private static final Comparator<PendingClaim> ORDER = Comparator.comparing(PendingClaim::since)
                .thenComparing(pendingClaim -> pendingClaim.claim().namespace())
                .thenComparing(pendingClaim -> pendingClaim.claim().name());

        @Override
        public int compareTo(PendingClaim other) {
            return ORDER.compare(this, other);
        }
    }

    private final Map<NamespacedName, PersistentVolumeClaim> waiting = new HashMap<>();
    private final Map<String, NavigableSet<PendingClaim>> byClass = new HashMap<>();
    private final Map<NamespacedName, Set<String>> calledFor = new HashMap<>();

    synchronized void add(PersistentVolumeClaim claim) {
        remove(claim.key());
        waiting.put(claim.key(), claim);
        byClass.computeIfAbsent(VolumeClaimMatch.classOf(claim), _ -> new TreeSet<>())
                .add(seatOf(claim));
    }

    synchronized void remove(NamespacedName key) {
        PersistentVolumeClaim claim = waiting.remove(key);
        if (claim != null) {
            NavigableSet<PendingClaim> seats = byClass.get(VolumeClaimMatch.classOf(claim));
            if (seats != null && seats.remove(seatOf(claim)) && seats.isEmpty()) {
                byClass.remove(VolumeClaimMatch.classOf(claim));
            }
        }
    }

    /// The claim to reconcile because a volume is available.
    synchronized Optional<NamespacedName> pollMatching(PersistentVolume volume) {
        NavigableSet<PendingClaim> seats = byClass.get(volume.effectiveClass());
        if (seats == null) {
            return Optional.empty();
        }
        Optional<NamespacedName> first = seats.stream()
                .map(PendingClaim::claim)
                .filter(key -> suits(volume, waiting.get(key)))
                .findFirst();
        first.ifPresent(key -> {
            remove(key);
            calledFor
                    .computeIfAbsent(key, _ -> new TreeSet<>())
                    .add(volume.meta().name());
        });
        return first;
    }

    private static boolean suits(PersistentVolume volume, @Nullable PersistentVolumeClaim claim) {
        return claim != null && VolumeClaimMatch.matches(volume, claim);
    }

    /// The volumes that a claim was called for, each returned once: what the claim did not take, another
    /// claim may need. There is more than one when the claim is called again while it is being reconciled.
    synchronized Set<String> pollOffers(NamespacedName claim) {
        Set<String> volumes = calledFor.remove(claim);
        return volumes == null ? Set.of() : volumes;
    }

    private static PendingClaim seatOf(PersistentVolumeClaim claim) {
        Instant created = claim.meta().creationTimestamp();
        return new PendingClaim(created == null ? Instant.EPOCH : created, claim.key());
    }
}
