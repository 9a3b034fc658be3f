package dev.stowage.control.protect;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Keeps volumes while they are bound.
public final class VolumeProtection implements Controller {
    static final String FINALIZER = "kubernetes.io/pv-protection";
    private static final int WORKERS = 32;

    private final Shared shared;
    private final Mirror<Volume> volumes;
    private final WorkQueue<Key> queue;

    public VolumeProtection(Shared shared) {
        this.shared = shared;
        this.volumes = shared.mirrors().of(Kinds.VOLUMES);
        this.queue = new WorkQueue<>(
                "pvprotection",
                WORKERS,
                new Backoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        volumes.listen((_, now) -> {
            if (now != null && Guard.concerns(now, FINALIZER)) {
                queue.add(now.key());
            }
        });
    }

    static List<Act> decide(Volume volume) {
        return Guard.decide(Kinds.VOLUMES, volume, FINALIZER, volume.phase().equals("Bound"));
    }

    private Outcome work(Key key) throws InterruptedException {
        Optional<Volume> volume = volumes.find(key);
        try {
            shared.hands().carryOut(volume.map(VolumeProtection::decide).orElse(List.of()));
            return Outcome.done();
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    @Override
    public String name() {
        return "persistentvolume-protection-controller";
    }

    @Override
    public void start() throws InterruptedException {
        volumes.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
