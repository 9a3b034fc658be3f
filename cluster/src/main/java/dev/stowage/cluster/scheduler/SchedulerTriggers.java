package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Receives changes, and decides which pods to enqueue.
final class SchedulerTriggers {

    interface Listener {
        void enqueue(Pod pod);

        /// It is deleted, terminated, or has a node.
        void settled(NamespacedName pod);

        void activate(ClusterEvent clusterEvent);

        void activateLater(ClusterEvent clusterEvent, Duration after);
    }

    private final SchedulerInformers informers;
    private final AssumedPods assumedPods;
    private final BindingWorker bindingWorker;
    private final RecentVolumes recentVolumes;
    private final InstantSource clock;
    private final Listener listener;

    SchedulerTriggers(
            SchedulerInformers informers,
            AssumedPods assumedPods,
            BindingWorker bindingWorker,
            RecentVolumes recentVolumes,
            InstantSource clock,
            Listener listener) {
        this.informers = informers;
        this.assumedPods = assumedPods;
        this.bindingWorker = bindingWorker;
        this.recentVolumes = recentVolumes;
        this.clock = clock;
        this.listener = listener;
    }

    void listen() {
        informers.pods.addEventHandler(this::pod);
        informers.claims.addEventHandler(this::claim);
        informers.volumes.addEventHandler(this::volume);
        informers.nodes.addEventHandler((before, now) -> activateIf(QueueingHints.of(before, now), ClusterEvent.NODE));
        informers.classes.addEventHandler(
                (before, now) -> activateIf(QueueingHints.of(before, now), ClusterEvent.CLASS));
        informers.capacities.addEventHandler(
                (before, now) -> activateIf(QueueingHints.of(before, now), ClusterEvent.CAPACITY));
        informers.csiNodes.addEventHandler(
                (before, now) -> activateIf(QueueingHints.of(before, now), ClusterEvent.CSI_NODE));
        informers.attachments.addEventHandler((_, now) -> activateIf(now == null, ClusterEvent.ATTACHMENT_GONE));
        informers.drivers.addEventHandler((before, now) -> activateIf(
                before != null && before.tracksCapacity() && (now == null || !now.tracksCapacity()),
                ClusterEvent.CAPACITY));
    }

    private void activateIf(boolean news, ClusterEvent clusterEvent) {
        if (news) {
            listener.activate(clusterEvent);
        }
    }

    private void pod(@Nullable Pod before, @Nullable Pod now) {
        if (before != null && occupies(before) && !(now != null && occupies(now))) {
            listener.activate(ClusterEvent.POD_LEFT);
        }
        activateIf(
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
        activateIf(QueueingHints.of(before, now), ClusterEvent.VOLUME);
    }

    private void podsOf(NamespacedName claim) {
        for (Pod pod : informers.podsOf(claim)) {
            if (assumedPods.has(pod.key())) {
                bindingWorker.reconcile(pod.key());
            } else {
                listener.enqueue(pod);
            }
        }
    }
}
