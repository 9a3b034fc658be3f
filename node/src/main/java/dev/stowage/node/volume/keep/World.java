package dev.stowage.node.volume.keep;

import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.HostVolume;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import dev.stowage.node.volume.want.Wish;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What is wanted and what is there, in memory. Nothing in here waits or calls anybody. Thread-safe.
final class World {
    private final Map<String, PodEntry> pods = new LinkedHashMap<>();
    private final Map<VolumeKey, Have> have = new HashMap<>();
    private final Map<VolumeKey, Map<Spot, Wanted>> wanted = new HashMap<>();
    private boolean rebuilt;
    private boolean complete;

    /// @return whether there is something new about it
    synchronized boolean want(NodePod pod) {
        PodEntry entry = pods.computeIfAbsent(pod.uid(), _ -> new PodEntry());
        if (entry.released || pod.equals(entry.pod)) {
            return false;
        }
        entry.pod = pod;
        return true;
    }

    /// @return the volumes that it had or wanted
    synchronized Set<VolumeKey> release(String uid) {
        PodEntry entry = pods.computeIfAbsent(uid, _ -> new PodEntry());
        entry.released = true;
        Set<VolumeKey> affected = new LinkedHashSet<>();
        for (Wanted old : entry.wish.wanted()) {
            unwant(old);
            affected.add(old.key());
        }
        entry.wish = Wish.NOTHING;
        have.values().stream().filter(held -> holds(held, uid)).map(Have::key).forEach(affected::add);
        return affected;
    }

    /// Pods that left something here and that nobody has told of are gone.
    synchronized void complete() {
        complete = true;
        leaveLost();
    }

    /// For when everybody was told before it was known what is there.
    synchronized void leaveLost() {
        if (!isComplete()) {
            return;
        }
        List<String> lost = new ArrayList<>();
        pods.forEach((uid, entry) -> {
            if (entry.pod == null && !entry.released) {
                lost.add(uid);
            }
        });
        lost.forEach(this::release);
    }

    synchronized boolean isComplete() {
        return complete && rebuilt;
    }

    synchronized void rebuilt(List<Have> found, Set<String> podFolders) {
        for (Have held : found) {
            have.put(held.key(), held);
            held.publications().keySet().forEach(spot -> pods.computeIfAbsent(spot.podUid(), _ -> new PodEntry()));
        }
        podFolders.forEach(uid -> pods.computeIfAbsent(uid, _ -> new PodEntry()));
        rebuilt = true;
    }

    synchronized boolean isRebuilt() {
        return rebuilt;
    }

    /// @return the volumes whose wish changed
    synchronized Set<VolumeKey> wish(String uid, Wish found) {
        PodEntry entry = pods.get(uid);
        if (entry == null || entry.released) {
            return Set.of();
        }
        Wish now = found.keeping(entry.wish);
        Set<VolumeKey> changed = new LinkedHashSet<>();
        for (Wanted one : now.wanted()) {
            Wanted before = wanted.computeIfAbsent(one.key(), _ -> new LinkedHashMap<>())
                    .put(one.spot(), one);
            if (before == null || !one.isLike(before)) {
                changed.add(one.key());
            }
        }
        for (Wanted old : entry.wish.wanted()) {
            boolean moved = now.wanted().stream()
                    .anyMatch(one -> one.spot().equals(old.spot()) && !one.key().equals(old.key()));
            if (moved) {
                unwant(old);
                changed.add(old.key());
            }
        }
        entry.wish = now;
        return changed;
    }

    private void unwant(Wanted old) {
        Map<Spot, Wanted> ofVolume = wanted.get(old.key());
        if (ofVolume != null) {
            ofVolume.remove(old.spot());
            if (ofVolume.isEmpty()) {
                wanted.remove(old.key());
            }
        }
    }

    synchronized Have have(VolumeKey key) {
        return have.getOrDefault(key, Have.nothing(key));
    }

    synchronized void put(Have now) {
        if (now.isNothing()) {
            have.remove(now.key());
        } else {
            have.put(now.key(), now);
        }
    }

    synchronized List<Wanted> wanted(VolumeKey key) {
        return List.copyOf(wanted.getOrDefault(key, Map.of()).values());
    }

    /// Every volume that is wanted or there.
    synchronized Set<VolumeKey> volumes() {
        Set<VolumeKey> all = new LinkedHashSet<>(wanted.keySet());
        all.addAll(have.keySet());
        return all;
    }

    /// The volumes that some pod waits for.
    synchronized Set<VolumeKey> awaited() {
        Set<VolumeKey> all = new LinkedHashSet<>();
        wanted.forEach((key, spots) -> {
            Have held = have(key);
            if (spots.keySet().stream().anyMatch(spot -> held.stateAt(spot) != MountState.PRESENT)) {
                all.add(key);
            }
        });
        return all;
    }

    /// The volumes of persistent kind that are wanted or there: what the cluster may have to be told of.
    synchronized Set<VolumeKey> persistent() {
        Set<VolumeKey> all = new LinkedHashSet<>();
        wanted.forEach((key, spots) -> {
            if (!spots.values().iterator().next().ephemeral()) {
                all.add(key);
            }
        });
        have.forEach((key, held) -> {
            if (held.publications().values().stream().noneMatch(Publication::ephemeral)) {
                all.add(key);
            }
        });
        return all;
    }

    synchronized Set<String> podsOf(VolumeKey key) {
        Set<String> uids = new LinkedHashSet<>();
        wanted.getOrDefault(key, Map.of()).keySet().forEach(spot -> uids.add(spot.podUid()));
        have(key).publications().keySet().forEach(spot -> uids.add(spot.podUid()));
        return uids;
    }

    synchronized Set<String> pods() {
        return Set.copyOf(pods.keySet());
    }

    synchronized Set<String> pods(Predicate<NodePod> which) {
        Set<String> uids = new LinkedHashSet<>();
        pods.forEach((uid, entry) -> {
            if (entry.pod != null && which.test(entry.pod)) {
                uids.add(uid);
            }
        });
        return uids;
    }

    /// Those of a volume's pods that are not released.
    synchronized Set<String> living(Have held) {
        Set<String> uids = new LinkedHashSet<>();
        for (Spot spot : held.publications().keySet()) {
            PodEntry entry = pods.get(spot.podUid());
            if (entry != null && !entry.released) {
                uids.add(spot.podUid());
            }
        }
        return uids;
    }

    /// Empty when nobody told of it, or it is released.
    synchronized Optional<NodePod> living(String uid) {
        PodEntry entry = pods.get(uid);
        return entry == null || entry.released ? Optional.empty() : Optional.ofNullable(entry.pod);
    }

    synchronized Wish wishOf(String uid) {
        PodEntry entry = pods.get(uid);
        return entry == null ? Wish.NOTHING : entry.wish;
    }

    /// Whether its folders can go.
    synchronized boolean isLeaving(String uid) {
        PodEntry entry = pods.get(uid);
        return entry != null
                && entry.released
                && isComplete()
                && have.values().stream().noneMatch(held -> holds(held, uid));
    }

    synchronized void cleaned(String uid) {
        PodEntry entry = pods.get(uid);
        if (entry != null) {
            entry.clean = true;
        }
    }

    synchronized void forget(String uid) {
        pods.remove(uid);
    }

    synchronized boolean hasLocal(String uid, String name) {
        PodEntry entry = pods.get(uid);
        return entry != null && entry.local.containsKey(name);
    }

    synchronized void local(String uid, HostVolume volume) {
        PodEntry entry = pods.get(uid);
        if (entry != null) {
            entry.local.put(volume.name(), volume);
            entry.troubles.remove(volume.name());
        }
    }

    /// @param why empty when it is over
    synchronized void trouble(String uid, List<String> names, String why) {
        PodEntry entry = pods.get(uid);
        if (entry == null) {
            return;
        }
        for (String name : names) {
            entry.troubles.remove(name);
            if (!why.isEmpty()) {
                entry.troubles.put(name, why);
            }
        }
    }

    /// Looks at a pod with everything else as it is at this moment.
    synchronized <T extends @Nullable Object> T look(
            String uid, BiFunction<Optional<PodEntry>, Function<VolumeKey, Have>, T> look) {
        return look.apply(Optional.ofNullable(pods.get(uid)), this::have);
    }

    private static boolean holds(Have held, String uid) {
        return held.publications().keySet().stream()
                .anyMatch(spot -> spot.podUid().equals(uid));
    }
}
