package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.names.TaintEffect;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Pod;
import java.util.List;
import java.util.stream.Stream;

/// The score of a node that fits a pod: free resources, few pods of the same owner, no PreferNoSchedule
/// taint, and space for volumes; each contributes up to the full score times its weight.
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

    /// The free share of the total.
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
                .filter(taint -> taint.effect().equals(TaintEffect.PREFER_NO_SCHEDULE)
                        && !NodeFilters.tolerates(pod.scheduling(), taint))
                .count();
        return FULL / (1 + unwanted);
    }

    /// Of existing volumes, those that fit closest; for new volumes, the pool with the most space.
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
