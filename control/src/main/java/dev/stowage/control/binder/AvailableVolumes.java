package dev.stowage.control.binder;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The available volumes, ordered by preference, and who holds which volume. A worker holds a volume before
/// it writes it; a held volume is not offered. The best match for a claim is a lookup: only a claim with a
/// label selector iterates over the volumes that match otherwise. Thread-safe.
final class AvailableVolumes {

    /// What has to be equal in volume and claim.
    private record MatchKey(String storageClass, String volumeMode, String attributesClass) {}

    private record SizedVolume(long size, String volume) implements Comparable<SizedVolume> {
        private static final Comparator<SizedVolume> ORDER =
                Comparator.comparingLong(SizedVolume::size).thenComparing(SizedVolume::volume);

        @Override
        public int compareTo(SizedVolume other) {
            return ORDER.compare(this, other);
        }
    }

    private static final Comparator<Set<String>> FEWEST_MODES =
            Comparator.<Set<String>>comparingInt(Set::size).thenComparing(modes -> String.join(",", modes));

    private final Consumer<String> offered;
    private final Map<MatchKey, NavigableMap<Set<String>, NavigableSet<SizedVolume>>> places = new HashMap<>();
    private final Map<String, PersistentVolume> free = new HashMap<>();
    private final Map<String, List<Runnable>> held = new HashMap<>();
    private final Map<String, PersistentVolume> coming = new HashMap<>();

    /// @param offered receives a volume that was released and is available
    AvailableVolumes(Consumer<String> offered) {
        this.offered = offered;
    }

    /// Must be called for every change of a volume, in order.
    ///
    /// @param before null for a new volume
    /// @param now null for a deleted volume
    synchronized void changed(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        if (before != null) {
            PersistentVolume gone = free.remove(before.meta().name());
            if (gone != null) {
                takeOff(gone);
            }
        }
        if (now != null && isFree(now)) {
            free.put(now.meta().name(), now);
            if (!held.containsKey(now.meta().name())) {
                putOn(now);
            }
        }
    }

    private static boolean isFree(PersistentVolume volume) {
        return volume.claim() == null && volume.phase().equals(VolumePhase.AVAILABLE) && !volume.isBeingDeleted();
    }

    /// Whether a claim could take it now.
    synchronized Optional<PersistentVolume> findAvailable(String volume) {
        return held.containsKey(volume) ? Optional.empty() : Optional.ofNullable(free.get(volume));
    }

    /// The smallest available volume that matches the claim, among those with the fewest sufficient access
    /// modes. The caller then holds it.
    synchronized Optional<PersistentVolume> take(PersistentVolumeClaim claim) {
        var matchKey = new MatchKey(
                VolumeClaimMatch.classOf(claim), claim.volumeMode(), VolumeClaimMatch.attributesClassOf(claim));
        var least = new SizedVolume(claim.request().value(), "");
        for (var modes :
                places.getOrDefault(matchKey, new TreeMap<>(FEWEST_MODES)).entrySet()) {
            if (modes.getKey().containsAll(claim.accessModes())) {
                for (SizedVolume place : modes.getValue().tailSet(least)) {
                    PersistentVolume volume = free.get(place.volume());
                    if (volume != null && VolumeClaimMatch.isSelected(volume, claim)) {
                        takeOff(volume);
                        held.put(place.volume(), new ArrayList<>(0));
                        return Optional.of(volume);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /// @param otherwise run once when the current holder releases the volume
    /// @return whether the caller holds it now
    synchronized boolean hold(String volume, Runnable otherwise) {
        List<Runnable> waiting = held.get(volume);
        if (waiting != null) {
            waiting.add(otherwise);
            return false;
        }
        held.put(volume, new ArrayList<>(0));
        PersistentVolume taken = free.get(volume);
        if (taken != null) {
            takeOff(taken);
        }
        return true;
    }

    /// Its holder is about to write that it is available.
    synchronized void comes(PersistentVolume volume) {
        coming.put(volume.meta().name(), volume);
    }

    /// Other clients may already have read that a volume is available, and we have not: then there is no
    /// volume for a claim yet, but there will be in a moment.
    ///
    /// @param then run once when that volume is released
    /// @return whether there is such a volume
    synchronized boolean awaitComing(PersistentVolumeClaim claim, Runnable then) {
        for (PersistentVolume volume : coming.values()) {
            List<Runnable> waiting = held.get(volume.meta().name());
            if (waiting != null && VolumeClaimMatch.matches(volume, claim)) {
                waiting.add(then);
                return true;
            }
        }
        return false;
    }

    void release(String volume) {
        List<Runnable> waiting;
        boolean again;
        synchronized (this) {
            waiting = held.remove(volume);
            coming.remove(volume);
            PersistentVolume back = free.get(volume);
            again = back != null;
            if (back != null) {
                putOn(back);
            }
        }
        if (waiting != null) {
            waiting.forEach(Runnable::run);
        }
        if (again) {
            offered.accept(volume);
        }
    }

    private void putOn(PersistentVolume volume) {
        places.computeIfAbsent(sortOf(volume), _ -> new TreeMap<>(FEWEST_MODES))
                .computeIfAbsent(modesOf(volume), _ -> new TreeSet<>())
                .add(placeOf(volume));
    }

    private void takeOff(PersistentVolume volume) {
        var byModes = places.get(sortOf(volume));
        var row = byModes == null ? null : byModes.get(modesOf(volume));
        if (byModes != null && row != null) {
            row.remove(placeOf(volume));
            if (row.isEmpty()) {
                byModes.remove(modesOf(volume));
            }
            if (byModes.isEmpty()) {
                places.remove(sortOf(volume));
            }
        }
    }

    private static MatchKey sortOf(PersistentVolume volume) {
        return new MatchKey(volume.effectiveClass(), volume.volumeMode(), VolumeClaimMatch.attributesClassOf(volume));
    }

    private static Set<String> modesOf(PersistentVolume volume) {
        return new TreeSet<>(volume.accessModes());
    }

    private static SizedVolume placeOf(PersistentVolume volume) {
        return new SizedVolume(volume.capacity().value(), volume.meta().name());
    }
}
