package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Pod;
import java.util.List;
import java.util.stream.Stream;

/// How well a pod would do on a node that it fits on: nodes with much to spare, few pods of the same owner, no
/// taint that would rather keep pods off, and room for volumes; each counts up to the full score times its weight.
final class NodeScore {
    private static final long FULL = 10_000;
    private static final int TAINT = 3;
    private static final int SPREAD = 2;

    private NodeScore() {}

    static long of(Pod pod, NodeInfo node, List<VolumeChoice> choices, StorageState storageState) {
        return spare(pod, node) + SPREAD * spread(pod, node) + TAINT * taints(pod, node) + room(choices, storageState);
    }

    private static long spare(Pod pod, NodeInfo node) {
        long pods = share(node.allocatable("pods"), (node.pods().size() + 1) * 1000L);
        long others = Stream.of("cpu", "memory")
                .mapToLong(resource -> share(
                        node.allocatable(resource),
                        node.nodeUsage().requested(resource)
                                + pod.scheduling().requests().getOrDefault(resource, 0L)))
                .sum();
        return (pods + others) / 3;
    }

    /// What would be left of the whole.
    private static long share(long whole, long used) {
        return whole <= 0 ? 0 : Math.max(0, FULL * (whole - used) / whole);
    }

    private static long spread(Pod pod, NodeInfo node) {
        long siblings = node.pods().stream()
                .filter(placedPod -> placedPod.pod().meta().ownerReferences().stream()
                        .anyMatch(ownerReference -> ownerReference.controller()
                                && pod.meta().ownerReferences().contains(ownerReference)))
                .count();
        return FULL / (1 + siblings);
    }

    private static long taints(Pod pod, NodeInfo node) {
        long unwanted = node.node().taints().stream()
                .filter(taint ->
                        taint.effect().equals("PreferNoSchedule") && !NodeFilters.tolerates(pod.scheduling(), taint))
                .count();
        return FULL / (1 + unwanted);
    }

    /// Of volumes that are there, those that fit closest; for volumes that are made, the place with the most room.
    private static long room(List<VolumeChoice> choices, StorageState storageState) {
        long sum = 0;
        for (VolumeChoice volumeChoice : choices) {
            long size = volumeChoice.claim().request().value();
            sum += switch (volumeChoice) {
                case VolumeChoice.Take take ->
                    percent(size, take.volume().capacity().value());
                case VolumeChoice.Provision made ->
                    storageState.capacities().stream()
                            .filter(pool -> pool.key().equals(made.pool()))
                            .mapToLong(pool -> left(pool, size, storageState))
                            .findFirst()
                            .orElse(0);
            };
        }
        return choices.isEmpty() ? 0 : sum / choices.size();
    }

    private static long left(CsiStorageCapacity pool, long size, StorageState storageState) {
        if (pool.capacity() == null) {
            return 0;
        }
        long whole = pool.capacity().value();
        long spent = storageState.volumeReservations().spent().getOrDefault(pool.key(), 0L);
        return percent(whole - spent - size, whole);
    }

    private static long percent(long part, long whole) {
        return whole <= 0 ? 0 : Math.clamp(Math.round((double) FULL * part / whole), 0, FULL);
    }
}
