package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Saves volume objects. What cannot be saved at once is tried again beside the other work, without end: the volume
/// exists, and only this object says whose it is. Thread-safe.
final class VolumeStore implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(VolumeStore.class);
    private static final int WORKERS = 4;
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(5), Duration.ofSeconds(1000));

    private record Unsaved(ObjectNode object, PersistentVolumeClaim claim) {}

    private final Informer<PersistentVolume> volumes;
    private final EventRecorder events;
    private final Consumer<PersistentVolumeClaim> saved;
    private final Map<String, Unsaved> unsaved = new ConcurrentHashMap<>();
    private final WorkQueue<String> queue;

    /// @param saved hears of claims whose volume has an object now
    VolumeStore(RoleContext roleContext, Informer<PersistentVolume> volumes, Consumer<PersistentVolumeClaim> saved) {
        this.volumes = volumes;
        this.saved = saved;
        this.events = roleContext.events();
        this.queue =
                new WorkQueue<>("unsavedpvs", WORKERS, PAUSES, this::again, roleContext.timer(), roleContext.queues());
    }

    void start() {
        queue.start();
    }

    /// Whether an object of this name is still to be saved.
    boolean isPending(String name) {
        return unsaved.containsKey(name);
    }

    /// Returns when the object is saved, or sure to be.
    void save(String name, ObjectNode object, PersistentVolumeClaim claim) throws InterruptedException {
        try {
            create(name, object, claim);
        } catch (ApiFailure e) {
            log.warn("Volume {} of claim {} is not saved yet: {}", name, claim.key(), e.getMessage());
            unsaved.put(name, new Unsaved(object, claim));
            queue.add(name);
        }
    }

    /// The volume is about to be deleted: nobody needs its object any more.
    void abandon(String name) {
        unsaved.remove(name);
    }

    private ReconcileResult again(String name) throws InterruptedException {
        Unsaved waiting = unsaved.get(name);
        if (waiting == null) {
            return ReconcileResult.done();
        }
        try {
            create(name, waiting.object(), waiting.claim());
            unsaved.remove(name);
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return ReconcileResult.retry("error saving volume " + name + ": " + e.getMessage());
        }
    }

    private void create(String name, ObjectNode object, PersistentVolumeClaim claim)
            throws ApiFailure, InterruptedException {
        try {
            volumes.create("", object.deepCopy());
        } catch (ApiFailure e) {
            // An attempt of ours whose answer was lost, or a predecessor's.
            if (!e.isAlreadyExists() || !isOf(name, claim)) {
                throw e;
            }
        }
        saved.accept(claim);
        events.normal(claim.reference(), "ProvisioningSucceeded", "Successfully provisioned volume " + name);
        log.info("Volume {} of claim {} is saved.", name, claim.key());
    }

    private boolean isOf(String name, PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        return volumes.fetch(NamespacedName.of(name))
                .filter(volume -> volume.claim() != null
                        && volume.claim().uid().equals(claim.meta().uid()))
                .isPresent();
    }

    @Override
    public void close() {
        queue.close();
    }
}
