package dev.stowage.node.volumemanager;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.desired.DesiredPodVolumes;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
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

/// The desired and actual volumes, in memory. No method blocks or calls other parts. Thread-safe.
final class StateOfWorld {
    private final Map<String, PodEntry> pods = new LinkedHashMap<>();
    private final Map<VolumeKey, ActualVolume> actual = new HashMap<>();
    private final Map<VolumeKey, Map<PodVolumeKey, DesiredVolume>> desired = new HashMap<>();
    private boolean reconstructed;
    private boolean complete;

    /// @return whether the pod is new or changed
    synchronized boolean addPod(NodePod pod) {
        PodEntry entry = pods.computeIfAbsent(pod.uid(), _ -> new PodEntry());
        if (entry.released || pod.equals(entry.pod)) {
            return false;
        }
        entry.pod = pod;
        return true;
    }

    /// @return the volumes that it used or desired
    synchronized Set<VolumeKey> release(String uid) {
        PodEntry entry = pods.computeIfAbsent(uid, _ -> new PodEntry());
        entry.released = true;
        Set<VolumeKey> affected = new LinkedHashSet<>();
        for (DesiredVolume old : entry.desiredPodVolumes.desired()) {
            removeDesired(old);
            affected.add(old.key());
        }
        entry.desiredPodVolumes = DesiredPodVolumes.NOTHING;
        actual.values().stream()
                .filter(held -> holds(held, uid))
                .map(ActualVolume::key)
                .forEach(affected::add);
        return affected;
    }

    /// Releases the pods that left mounts here and are not known otherwise.
    synchronized void markPodsComplete() {
        complete = true;
        releaseUnknownPods();
    }

    /// For the case that all pods were known before the mounted volumes were.
    synchronized void releaseUnknownPods() {
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
        return complete && reconstructed;
    }

    synchronized void reconstructed(List<ActualVolume> found, Set<String> podFolders) {
        for (ActualVolume held : found) {
            actual.put(held.key(), held);
            held.publications()
                    .keySet()
                    .forEach(podVolumeKey -> pods.computeIfAbsent(podVolumeKey.podUid(), _ -> new PodEntry()));
        }
        podFolders.forEach(uid -> pods.computeIfAbsent(uid, _ -> new PodEntry()));
        reconstructed = true;
    }

    synchronized boolean isReconstructed() {
        return reconstructed;
    }

    /// @return the volumes whose desired state changed
    synchronized Set<VolumeKey> setDesired(String uid, DesiredPodVolumes found) {
        PodEntry entry = pods.get(uid);
        if (entry == null || entry.released) {
            return Set.of();
        }
        DesiredPodVolumes now = found.retaining(entry.desiredPodVolumes);
        Set<VolumeKey> changed = new LinkedHashSet<>();
        for (DesiredVolume one : now.desired()) {
            DesiredVolume before = desired.computeIfAbsent(one.key(), _ -> new LinkedHashMap<>())
                    .put(one.podVolumeKey(), one);
            if (before == null || !one.isLike(before)) {
                changed.add(one.key());
            }
        }
        for (DesiredVolume old : entry.desiredPodVolumes.desired()) {
            boolean moved = now.desired().stream()
                    .anyMatch(one -> one.podVolumeKey().equals(old.podVolumeKey())
                            && !one.key().equals(old.key()));
            if (moved) {
                removeDesired(old);
                changed.add(old.key());
            }
        }
        entry.desiredPodVolumes = now;
        return changed;
    }

    private void removeDesired(DesiredVolume old) {
        Map<PodVolumeKey, DesiredVolume> ofVolume = desired.get(old.key());
        if (ofVolume != null) {
            ofVolume.remove(old.podVolumeKey());
            if (ofVolume.isEmpty()) {
                desired.remove(old.key());
            }
        }
    }

    synchronized ActualVolume actual(VolumeKey key) {
        return actual.getOrDefault(key, ActualVolume.absent(key));
    }

    synchronized void put(ActualVolume now) {
        if (now.isAbsent()) {
            actual.remove(now.key());
        } else {
            actual.put(now.key(), now);
        }
    }

    synchronized List<DesiredVolume> desired(VolumeKey key) {
        return List.copyOf(desired.getOrDefault(key, Map.of()).values());
    }

    /// Every desired or actual volume.
    synchronized Set<VolumeKey> volumes() {
        Set<VolumeKey> all = new LinkedHashSet<>(desired.keySet());
        all.addAll(actual.keySet());
        return all;
    }

    /// The volumes that a pod waits for.
    synchronized Set<VolumeKey> awaited() {
        Set<VolumeKey> all = new LinkedHashSet<>();
        desired.forEach((key, byPodVolume) -> {
            ActualVolume held = actual(key);
            if (byPodVolume.keySet().stream()
                    .anyMatch(podVolumeKey -> held.stateAt(podVolumeKey) != MountState.PRESENT)) {
                all.add(key);
            }
        });
        return all;
    }

    /// The persistent volumes that are desired or mounted, which the Node object may have to list.
    synchronized Set<VolumeKey> persistent() {
        Set<VolumeKey> all = new LinkedHashSet<>();
        desired.forEach((key, byPodVolume) -> {
            if (!byPodVolume.values().iterator().next().ephemeral()) {
                all.add(key);
            }
        });
        actual.forEach((key, held) -> {
            if (held.publications().values().stream().noneMatch(PublishedVolume::ephemeral)) {
                all.add(key);
            }
        });
        return all;
    }

    synchronized Set<String> podsOf(VolumeKey key) {
        Set<String> uids = new LinkedHashSet<>();
        desired.getOrDefault(key, Map.of()).keySet().forEach(podVolumeKey -> uids.add(podVolumeKey.podUid()));
        actual(key).publications().keySet().forEach(podVolumeKey -> uids.add(podVolumeKey.podUid()));
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

    /// The pods of a volume that are not released.
    synchronized Set<String> active(ActualVolume held) {
        Set<String> uids = new LinkedHashSet<>();
        for (PodVolumeKey podVolumeKey : held.publications().keySet()) {
            PodEntry entry = pods.get(podVolumeKey.podUid());
            if (entry != null && !entry.released) {
                uids.add(podVolumeKey.podUid());
            }
        }
        return uids;
    }

    /// Empty when the pod is not known, or released.
    synchronized Optional<NodePod> active(String uid) {
        PodEntry entry = pods.get(uid);
        return entry == null || entry.released ? Optional.empty() : Optional.ofNullable(entry.pod);
    }

    synchronized DesiredPodVolumes desiredOf(String uid) {
        PodEntry entry = pods.get(uid);
        return entry == null ? DesiredPodVolumes.NOTHING : entry.desiredPodVolumes;
    }

    /// Whether its directories can be deleted.
    synchronized boolean isRemovable(String uid) {
        PodEntry entry = pods.get(uid);
        return entry != null
                && entry.released
                && isComplete()
                && actual.values().stream().noneMatch(held -> holds(held, uid));
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
            entry.failures.remove(volume.name());
        }
    }

    /// @return false while another pod has a volume that only one may use, or has not left it yet
    synchronized boolean reserve(String uid, String volume) {
        PodEntry mine = pods.get(uid);
        if (mine == null || pods.values().stream().anyMatch(pod -> pod != mine && pod.reserved.contains(volume))) {
            return false;
        }
        mine.reserved.add(volume);
        return true;
    }

    /// @param why empty to clear the failure
    synchronized void setFailure(String uid, List<String> names, String why) {
        PodEntry entry = pods.get(uid);
        if (entry == null) {
            return;
        }
        for (String name : names) {
            entry.failures.remove(name);
            if (!why.isEmpty()) {
                entry.failures.put(name, why);
            }
        }
    }

    /// Reads a pod in a consistent state with everything else.
    synchronized <T extends @Nullable Object> T read(
            String uid, BiFunction<Optional<PodEntry>, Function<VolumeKey, ActualVolume>, T> reader) {
        return reader.apply(Optional.ofNullable(pods.get(uid)), this::actual);
    }

    private static boolean holds(ActualVolume held, String uid) {
        return held.publications().keySet().stream()
                .anyMatch(podVolumeKey -> podVolumeKey.podUid().equals(uid));
    }
}
