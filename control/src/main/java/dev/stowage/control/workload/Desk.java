package dev.stowage.control.workload;

import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Where the objects of one kind are looked at, one worker for each at a time.
public final class Desk<P extends KubeObject> {
    private static final int WORKERS = 5;
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(60));

    /// Looks at one object, as it is now.
    @FunctionalInterface
    public interface Look<P> {
        ReconcileResult look(P object) throws ApiFailure, InterruptedException;
    }

    private final Shared shared;
    private final Informer<P> objects;
    private final List<Informer<?>> needed;
    private final Look<P> look;
    private final WorkQueue<NamespacedName> queue;

    /// @param needed what has to be known before the first look
    public Desk(Shared shared, String name, Informer<P> objects, List<Informer<?>> needed, Look<P> look) {
        this.shared = shared;
        this.objects = objects;
        this.needed = needed;
        this.look = look;
        this.queue = new WorkQueue<>(name, WORKERS, PAUSES, this::work, shared.timer(), shared.queues());
        objects.addEventHandler((before, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
    }

    public WorkQueue<NamespacedName> queue() {
        return queue;
    }

    public void start() throws InterruptedException {
        objects.awaitSynced();
        for (Informer<?> informer : needed) {
            informer.awaitSynced();
        }
        queue.start();
    }

    public void close() {
        queue.close();
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<P> object = objects.find(key);
        if (object.isEmpty()) {
            queue.forget(key);
            return ReconcileResult.done();
        }
        try {
            return look.look(object.get());
        } catch (ApiFailure e) {
            // What was not found may be one of many: the object itself may be there, and wants its look.
            return Aftermath.again(e);
        }
    }

    /// Only an object that is surely there may adopt: what is cached may be gone, and the orphans with it on purpose.
    ///
    /// @return whether the family was whole already
    public boolean unite(P seen, List<Act> changes) throws ApiFailure, InterruptedException {
        if (changes.isEmpty()) {
            return true;
        }
        Optional<P> now = objects.fetch(seen.key());
        if (now.isPresent()
                && now.get().meta().uid().equals(seen.meta().uid())
                && !now.get().isBeingDeleted()) {
            shared.hands().carryOut(changes);
        }
        return false;
    }

    /// Carries steps out; the one that fails is told of, as far as it is worth an event.
    public void carryOut(List<Act> acts, BiFunction<Act, ApiFailure, Optional<Act.Tell>> failing)
            throws ApiFailure, InterruptedException {
        for (Act act : acts) {
            try {
                shared.hands().carryOut(act);
            } catch (ApiFailure e) {
                Optional<Act.Tell> tell = failing.apply(act, e);
                if (tell.isPresent()) {
                    shared.hands().carryOut(tell.get());
                }
                throw e;
            }
        }
    }
}
