package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Hears of changes, and tells which pods to look at.
final class SchedulerTriggers {

    interface Listener {
        void enqueue(Pod pod);

        /// It is gone, over, or has a node.
        void settled(NamespacedName pod);

        void activate(ClusterEvent clusterEvent);

        void activateLater(ClusterEvent clusterEvent, Duration after);
    }

    private final SchedulerInformers schedulerInformers;
    private final AssumedPods assumedPods;
    private final BindingWorker bindingWorker;
    private final RecentVolumes recentVolumes;
    private final InstantSource clock;
    private final Listener listener;

    SchedulerTriggers(
            SchedulerInformers schedulerInformers,
            AssumedPods assumedPods,
            BindingWorker bindingWorker,
            RecentVolumes recentVolumes,
            InstantSource clock,
            Listener listener) {
        this.schedulerInformers = schedulerInformers;
        this.assumedPods = assumedPods;
        this.bindingWorker = bindingWorker;
        this.recentVolumes = recentVolumes;
        this.clock = clock;
        this.listener = listener;
    }

    void listen() {
        schedulerInformers.pods.addEventHandler(this::pod);
        schedulerInformers.claims.addEventHandler(this::claim);
        schedulerInformers.volumes.addEventHandler(this::volume);
        schedulerInformers.nodes.addEventHandler(
                (before, now) -> wakeIf(QueueingHints.of(before, now), ClusterEvent.NODE));
        schedulerInformers.classes.addEventHandler(
                (before, now) -> wakeIf(QueueingHints.of(before, now), ClusterEvent.CLASS));
        schedulerInformers.capacities.addEventHandler(
                (before, now) -> wakeIf(QueueingHints.of(before, now), ClusterEvent.CAPACITY));
        schedulerInformers.csiNodes.addEventHandler(
                (before, now) -> wakeIf(QueueingHints.of(before, now), ClusterEvent.CSI_NODE));
        schedulerInformers.attachments.addEventHandler((_, now) -> wakeIf(now == null, ClusterEvent.ATTACHMENT_GONE));
        schedulerInformers.drivers.addEventHandler((before, now) -> wakeIf(
                before != null && before.tracksCapacity() && (now == null || !now.tracksCapacity()),
                ClusterEvent.CAPACITY));
    }

    private void wakeIf(boolean news, ClusterEvent clusterEvent) {
        if (news) {
            listener.activate(clusterEvent);
        }
    }

    private void pod(@Nullable Pod before, @Nullable Pod now) {
        if (before != null && occupies(before) && !(now != null && occupies(now))) {
            listener.activate(ClusterEvent.POD_LEFT);
        }
        wakeIf(
                now != null && occupies(now) && (before == null || !occupies(before) || QueueingHints.of(before, now)),
                ClusterEvent.POD_ARRIVED);
        Pod pod = now != null ? now : before;
        if (pod == null) {
            return;
        }
        boolean settled = now == null || isSettled(now);
        if (settled && (before == null || !isSettled(before))) {
            listener.settled(pod.key());
        }
        if (assumedPods.has(pod.key())) {
            bindingWorker.reconcile(pod.key());
        } else if (!settled && QueueingHints.of(before, pod)) {
            listener.enqueue(pod);
        }
    }

    private static boolean isSettled(Pod pod) {
        return pod.isOver() || !pod.nodeName().isEmpty();
    }

    private static boolean occupies(Pod pod) {
        return !pod.nodeName().isEmpty() && !pod.isOver();
    }

    private void claim(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        PersistentVolumeClaim claim = now != null ? now : before;
        if (claim != null) {
            podsOf(claim.key());
        }
    }

    private void volume(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        if (now != null && recentVolumes.note(now, clock.instant())) {
            listener.activateLater(ClusterEvent.CAPACITY, RecentVolumes.BELIEVED_AFTER);
        }
        PersistentVolume volume = now != null ? now : before;
        ObjectReference claim = volume == null ? null : volume.claim();
        if (claim != null) {
            podsOf(claim.key());
        }
        wakeIf(QueueingHints.of(before, now), ClusterEvent.VOLUME);
    }

    private void podsOf(NamespacedName claim) {
        for (Pod pod : schedulerInformers.podsOf(claim)) {
            if (assumedPods.has(pod.key())) {
                bindingWorker.reconcile(pod.key());
            } else {
                listener.enqueue(pod);
            }
        }
    }
}
