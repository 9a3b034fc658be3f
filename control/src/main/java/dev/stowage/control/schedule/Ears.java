package dev.stowage.control.schedule;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PersistentVolume;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Hears of changes, and tells which pods to look at.
final class Ears {

    interface Heard {
        void look(Pod pod);

        /// It is gone, over, or has a node.
        void settled(NamespacedName pod);

        void wake(Wake wake);

        void wakeLater(Wake wake, Duration after);
    }

    private final Seen seen;
    private final Assumptions assumptions;
    private final Carrying carrying;
    private final Recent recent;
    private final InstantSource clock;
    private final Heard heard;

    Ears(Seen seen, Assumptions assumptions, Carrying carrying, Recent recent, InstantSource clock, Heard heard) {
        this.seen = seen;
        this.assumptions = assumptions;
        this.carrying = carrying;
        this.recent = recent;
        this.clock = clock;
        this.heard = heard;
    }

    void listen() {
        seen.pods.addEventHandler(this::pod);
        seen.claims.addEventHandler(this::claim);
        seen.volumes.addEventHandler(this::volume);
        seen.nodes.addEventHandler((before, now) -> wakeIf(News.of(before, now), Wake.NODE));
        seen.classes.addEventHandler((before, now) -> wakeIf(News.of(before, now), Wake.CLASS));
        seen.capacities.addEventHandler((before, now) -> wakeIf(News.of(before, now), Wake.CAPACITY));
        seen.csiNodes.addEventHandler((before, now) -> wakeIf(News.of(before, now), Wake.CSI_NODE));
        seen.attachments.addEventHandler((_, now) -> wakeIf(now == null, Wake.ATTACHMENT_GONE));
        seen.drivers.addEventHandler((before, now) -> wakeIf(
                before != null && before.tracksCapacity() && (now == null || !now.tracksCapacity()), Wake.CAPACITY));
    }

    private void wakeIf(boolean news, Wake wake) {
        if (news) {
            heard.wake(wake);
        }
    }

    private void pod(@Nullable Pod before, @Nullable Pod now) {
        if (before != null && occupies(before) && !(now != null && occupies(now))) {
            heard.wake(Wake.POD_LEFT);
        }
        wakeIf(
                now != null && occupies(now) && (before == null || !occupies(before) || News.of(before, now)),
                Wake.POD_ARRIVED);
        Pod pod = now != null ? now : before;
        if (pod == null) {
            return;
        }
        boolean settled = now == null || isSettled(now);
        if (settled && (before == null || !isSettled(before))) {
            heard.settled(pod.key());
        }
        if (assumptions.has(pod.key())) {
            carrying.look(pod.key());
        } else if (!settled && News.of(before, pod)) {
            heard.look(pod);
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
        if (now != null && recent.note(now, clock.instant())) {
            heard.wakeLater(Wake.CAPACITY, Recent.BELIEVED_AFTER);
        }
        PersistentVolume volume = now != null ? now : before;
        ObjectReference claim = volume == null ? null : volume.claim();
        if (claim != null) {
            podsOf(claim.key());
        }
        wakeIf(News.of(before, now), Wake.VOLUME);
    }

    private void podsOf(NamespacedName claim) {
        for (Pod pod : seen.podsOf(claim)) {
            if (assumptions.has(pod.key())) {
                carrying.look(pod.key());
            } else {
                heard.look(pod);
            }
        }
    }
}
