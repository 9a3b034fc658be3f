package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether a change may help an unschedulable pod. Most do not: nodes send heartbeats every few seconds.
final class QueueingHints {

    private QueueingHints() {}

    static boolean of(@Nullable Node before, @Nullable Node now) {
        return now != null
                && (before == null
                        || before.unschedulable() != now.unschedulable()
                        || !before.taints().equals(now.taints())
                        || !before.meta().labels().equals(now.meta().labels())
                        || !before.allocatable().equals(now.allocatable()));
    }

    static boolean of(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        return now != null
                && (before == null
                        || !before.phase().equals(now.phase())
                        || !Objects.equals(before.claim(), now.claim())
                        || !before.capacity().equals(now.capacity())
                        || !before.meta().labels().equals(now.meta().labels())
                        || !before.nodeTerms().equals(now.nodeTerms())
                        || !Objects.equals(before.attributesClass(), now.attributesClass()));
    }

    static boolean of(@Nullable StorageClass before, @Nullable StorageClass now) {
        return now != null
                && (before == null
                        || !before.allowedTopologies().equals(now.allowedTopologies())
                        || before.waitsForConsumer() != now.waitsForConsumer());
    }

    static boolean of(@Nullable CsiStorageCapacity before, @Nullable CsiStorageCapacity now) {
        return now != null
                && (before == null
                        || grown(before.capacity(), now.capacity())
                        || grown(before.largest(), now.largest())
                        || !Objects.equals(before.topology(), now.topology()));
    }

    private static boolean grown(@Nullable Quantity before, @Nullable Quantity now) {
        return now == null ? before != null : before == null || now.compareTo(before) > 0;
    }

    static boolean of(@Nullable CsiNode before, @Nullable CsiNode now) {
        return now != null && (before == null || !before.drivers().equals(now.drivers()));
    }

    /// The requirements of a pod and its labels.
    static boolean of(@Nullable Pod before, Pod now) {
        return before == null
                || !before.meta().uid().equals(now.meta().uid())
                || !before.scheduling().equals(now.scheduling())
                || !before.meta().labels().equals(now.meta().labels());
    }
}
