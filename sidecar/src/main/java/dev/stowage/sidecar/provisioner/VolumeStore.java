package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.v1.Volume;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.PersistentVolumeObject;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation.PreparedProvision;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import dev.stowage.sidecar.provisioner.request.VolumeName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates PersistentVolumes for created volumes. What cannot be saved at once is retried in the background, without
/// end: the volume exists, and only this object says whose it is. Thread-safe.
final class VolumeStore implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(VolumeStore.class);
    private static final int WORKERS = 4;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofMillis(5), Duration.ofSeconds(1000));

    private record Unsaved(ObjectNode object, PersistentVolumeClaim claim) {}

    private final ProvisioningSettings settings;
    private final Informer<PersistentVolume> volumes;
    private final ProvisioningReporter reporter;
    private final Consumer<PersistentVolumeClaim> saved;
    private final Map<String, Unsaved> unsaved = new ConcurrentHashMap<>();
    private final WorkQueue<String> queue;

    /// @param saved called for each claim whose PersistentVolume has been created
    VolumeStore(
            ProvisioningSettings settings,
            RoleContext context,
            Informer<PersistentVolume> volumes,
            ProvisioningReporter reporter,
            Consumer<PersistentVolumeClaim> saved) {
        this.settings = settings;
        this.volumes = volumes;
        this.saved = saved;
        this.reporter = reporter;
        this.queue = new WorkQueue<>("unsavedpvs", WORKERS, BACKOFF, this::retry, context.timer(), context.queues());
    }

    void start() {
        queue.start();
    }

    /// Whether the claim's PersistentVolume is still to be saved.
    boolean isPending(PersistentVolumeClaim claim) {
        return unsaved.containsKey(VolumeName.of(settings.naming(), claim));
    }

    /// The PersistentVolume for a created volume.
    ///
    /// @throws IllegalArgumentException when it has no in-tree form and its class needs one
    ObjectNode build(
            PersistentVolumeClaim claim,
            StorageClass storageClass,
            PreparedProvision prepared,
            Volume created,
            List<NodeSelectorTerm> affinity) {
        ObjectNode object = PersistentVolumeObject.of(
                settings, claim, storageClass, prepared.template(), prepared.request(), created, affinity);
        return InTreeTranslation.toInTree(object, storageClass);
    }

    /// Returns when the object is saved, or certain to be.
    void save(String name, ObjectNode object, PersistentVolumeClaim claim) throws InterruptedException {
        try {
            create(name, object, claim);
        } catch (ApiFailure e) {
            log.warn("Cannot save volume {} of claim {} yet: {}", name, claim.key(), e.getMessage());
            unsaved.put(name, new Unsaved(object, claim));
            queue.add(name);
        }
    }

    /// The volume is about to be deleted, so its object is no longer needed.
    void abandon(PersistentVolumeClaim claim) {
        unsaved.remove(VolumeName.of(settings.naming(), claim));
    }

    private ReconcileResult retry(String name) throws InterruptedException {
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
            // Created by an earlier request whose response was lost, or by an earlier process.
            if (!e.isAlreadyExists() || !isOf(name, claim)) {
                throw e;
            }
        }
        saved.accept(claim);
        reporter.saved(claim, name);
        log.info("Saved volume {} of claim {}.", name, claim.key());
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
