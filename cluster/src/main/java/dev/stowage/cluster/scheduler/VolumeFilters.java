package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a node and the other pods on it allow.
final class VolumeFilters {
    private static final Map<String, String> ZONES = Map.of(
            NodeKeys.BETA_ZONE, NodeKeys.TOPOLOGY_ZONE,
            NodeKeys.BETA_REGION, NodeKeys.TOPOLOGY_REGION,
            NodeKeys.TOPOLOGY_ZONE, NodeKeys.TOPOLOGY_ZONE,
            NodeKeys.TOPOLOGY_REGION, NodeKeys.TOPOLOGY_REGION);

    private VolumeFilters() {}

    static List<UnschedulableReason> beforeChoosing(
            Pod pod, PodClaims.Usable claims, NodeInfo node, StorageState storageState) {
        if (claims.bound().isEmpty() && claims.delayed().isEmpty()) {
            return List.of();
        }
        Map<NamespacedName, NamespacedName> single =
                storageState.volumeReservations().single();
        boolean used = VolumeReservations.singles(pod, storageState.claims()).stream()
                .anyMatch(claim -> single.containsKey(claim) && !pod.key().equals(single.get(claim)));
        if (used) {
            return List.of(UnschedulableReason.IN_USE_BY_ANOTHER_POD);
        }
        return bears(CsiVolumeUsage.of(pod, storageState), node)
                ? List.of()
                : List.of(UnschedulableReason.TOO_MANY_VOLUMES);
    }

    private static boolean bears(Map<String, String> wanted, NodeInfo node) {
        if (node.csi() == null || wanted.isEmpty()) {
            return true;
        }
        Map<String, String> present = new HashMap<>(node.attached());
        present.putAll(node.nodeUsage().volumes());
        for (CsiNode.Driver driver : node.csi().drivers()) {
            if (driver.limit() == null || !wanted.containsValue(driver.name())) {
                continue;
            }
            Set<String> fresh = new HashSet<>(of(driver, wanted));
            fresh.removeAll(present.keySet());
            if (!fresh.isEmpty() && of(driver, present).size() + fresh.size() > driver.limit()) {
                return false;
            }
        }
        return true;
    }

    private static List<String> of(CsiNode.Driver driver, Map<String, String> volumes) {
        return volumes.entrySet().stream()
                .filter(entry -> entry.getValue().equals(driver.name()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// A node without zone labels is in all zones: so is a cluster of one zone.
    static boolean inZone(List<PersistentVolumeClaim> bound, ObjectMeta node, StorageState storageState) {
        if (ZONES.keySet().stream().noneMatch(node.labels()::containsKey)) {
            return true;
        }
        return bound.stream()
                .map(claim -> storageState.volumes().get(claim.volumeName()))
                .allMatch(volume -> volume == null || inZone(volume, node));
    }

    private static boolean inZone(PersistentVolume volume, ObjectMeta node) {
        return volume.meta().labels().entrySet().stream()
                .filter(label -> ZONES.containsKey(label.getKey()))
                .allMatch(label -> {
                    String zone = node.labels().get(label.getKey());
                    String there = zone != null ? zone : node.labels().get(ZONES.get(label.getKey()));
                    return there != null && isAmong(there, label.getValue());
                });
    }

    /// A list of zones that cannot be parsed counts as none.
    private static boolean isAmong(String zone, String listed) {
        List<String> zones =
                Arrays.stream(listed.split("__", -1)).map(String::strip).toList();
        return zones.contains("") || zones.contains(zone);
    }
}
