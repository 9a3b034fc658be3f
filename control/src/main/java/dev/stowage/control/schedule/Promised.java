package dev.stowage.control.schedule;

import dev.stowage.control.schedule.Placement.Fit;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What pods were promised that is not, or not yet, to be read off the objects.
///
/// @param volumes the claim that each goes to, by the volume's name
/// @param nodes where the volume of a claim will be made
/// @param spent bytes of each capacity object
/// @param single the pod that has a claim which one pod alone may use
record Promised(Map<String, Claim> volumes, Map<Key, String> nodes, Map<Key, Long> spent, Map<Key, Key> single) {
    static final Promised NOTHING = new Promised(Map.of(), Map.of(), Map.of(), Map.of());

    Promised plus(Pod pod, Fit fit, Map<Key, Claim> claims) {
        Map<String, Claim> moreVolumes = new HashMap<>(volumes);
        Map<Key, String> moreNodes = new HashMap<>(nodes);
        Map<Key, Long> moreSpent = new HashMap<>(spent);
        for (Choice choice : fit.choices()) {
            switch (choice) {
                case Choice.Take take -> moreVolumes.put(take.volume().meta().name(), take.claim());
                case Choice.Provision made -> {
                    moreNodes.put(made.claim().key(), fit.node());
                    if (made.pool() != null && !nodes.containsKey(made.claim().key())) {
                        moreSpent.merge(made.pool(), made.claim().request().value(), Long::sum);
                    }
                }
            }
        }
        Map<Key, Key> moreSingle = new HashMap<>(single);
        singles(pod, claims).forEach(claim -> moreSingle.put(claim, pod.key()));
        return new Promised(moreVolumes, moreNodes, moreSpent, moreSingle);
    }

    Promised minus(Collection<Pod> gone) {
        List<Key> pods = gone.stream().map(Pod::key).toList();
        Map<Key, Key> left = new HashMap<>(single);
        left.values().removeIf(pods::contains);
        return new Promised(volumes, nodes, spent, left);
    }

    /// The claims of a pod that no other pod may use beside it.
    static List<Key> singles(Pod pod, Map<Key, Claim> claims) {
        return pod.claims().stream()
                .map(name -> claims.get(new Key(pod.meta().namespace(), name)))
                .filter(Objects::nonNull)
                .filter(claim -> claim.accessModes().contains("ReadWriteOncePod"))
                .map(Claim::key)
                .toList();
    }
}
