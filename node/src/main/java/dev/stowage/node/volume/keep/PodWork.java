package dev.stowage.node.volume.keep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.node.local.LocalVolumes;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.want.Catalog;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wish;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at one pod: what it wants of volumes, those of them that need no driver, and its folders when it is gone.
final class PodWork {
    private static final Logger log = LoggerFactory.getLogger(PodWork.class);
    private static final long REFRESH_MILLIS = 60_000;

    private final World world;
    private final Catalog catalog;
    private final LocalVolumes local;
    private final PodFolders folders;
    private final EventRecorder events;
    private final Consumer<Set<VolumeKey>> wishChanged;
    private final Consumer<String> answerMayHaveChanged;

    /// When the volumes of a pod whose contents change are brought up to date.
    private final Map<String, Long> refreshAt = new ConcurrentHashMap<>();

    PodWork(
            World world,
            Catalog catalog,
            LocalVolumes local,
            PodFolders folders,
            EventRecorder events,
            Consumer<Set<VolumeKey>> wishChanged,
            Consumer<String> answerMayHaveChanged) {
        this.world = world;
        this.catalog = catalog;
        this.local = local;
        this.folders = folders;
        this.events = events;
        this.wishChanged = wishChanged;
        this.answerMayHaveChanged = answerMayHaveChanged;
    }

    /// The pod is not as it was: what its volumes show of it has to follow.
    void changed(String uid) {
        refreshAt.computeIfPresent(uid, (_, _) -> System.nanoTime());
    }

    ReconcileResult work(String uid) throws InterruptedException {
        var living = world.living(uid);
        if (living.isPresent()) {
            return serve(living.get());
        }
        refreshAt.remove(uid);
        return world.isLeaving(uid) ? leave(uid) : ReconcileResult.done();
    }

    private ReconcileResult serve(NodePod pod) throws InterruptedException {
        Wish wish = Wish.of(pod, catalog);
        Set<VolumeKey> changed = world.wish(pod.uid(), wish);
        if (!changed.isEmpty()) {
            wishChanged.accept(changed);
        }
        long now = System.nanoTime();
        Long at = refreshAt.get(pod.uid());
        boolean due = at != null && at - now <= 0;
        boolean failed = false;
        for (JsonNode volume : wish.local()) {
            boolean there = world.hasLocal(pod.uid(), volume.path("name").asText(""));
            if (!there || (due && local.changes(volume))) {
                failed |= !setUp(pod, volume);
            }
        }
        answerMayHaveChanged.accept(pod.uid());
        if (failed) {
            return ReconcileResult.retry("");
        }
        if ((at == null || due) && wish.local().stream().anyMatch(local::changes)) {
            Duration pause = Duration.ofMillis(
                    REFRESH_MILLIS + ThreadLocalRandom.current().nextLong(REFRESH_MILLIS / 2));
            refreshAt.put(pod.uid(), now + pause.toNanos());
            return ReconcileResult.requeueAfter(pause);
        }
        return ReconcileResult.done();
    }

    private boolean setUp(NodePod pod, JsonNode volume) throws InterruptedException {
        String name = volume.path("name").asText("");
        try {
            world.local(pod.uid(), local.setUp(pod, volume));
            return true;
        } catch (IOException e) {
            String text = "MountVolume.SetUp failed for volume " + GoQuote.of(name) + " : " + e.getMessage();
            events.warning(pod.reference(), "FailedMount", text);
            world.trouble(pod.uid(), List.of(name), text);
            log.info("Pod {}: {}", pod.shown(), text);
            return false;
        }
    }

    private ReconcileResult leave(String uid) {
        try {
            folders.remove(uid);
            world.cleaned(uid);
            answerMayHaveChanged.accept(uid);
            world.forget(uid);
            return ReconcileResult.done();
        } catch (IOException e) {
            return ReconcileResult.retry("pod " + uid + " is gone, and its volumes are not: " + e.getMessage());
        }
    }
}
