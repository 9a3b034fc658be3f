package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The external attacher.
public final class AttachController implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(AttachController.class);
    private static final String EVERYTHING = "all";

    private final RoleContext context;
    private final AttacherOptions options;
    private final AttachCapabilities capabilities;
    private final boolean attaches;
    private final Informer<VolumeAttachment> attachments;
    private final List<Informer<?>> synced = new ArrayList<>();
    private final List<WorkQueue<String>> queues = new ArrayList<>();
    private final WorkQueue<String> work;
    private @Nullable Informer<PersistentVolume> volumes;
    private @Nullable WorkQueue<String> releases;
    private @Nullable ScheduledFuture<?> resync;

    public AttachController(RoleContext context, AttacherOptions options) {
        this.context = context;
        this.options = options;
        Driver driver = context.driver();
        this.capabilities = AttachCapabilities.of(driver, options.defaultFsType());
        this.attaches = driver.has(RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
        this.attachments = context.informers().of(Kinds.ATTACHMENTS);
        synced.add(attachments);
        this.work = attaches ? withDriver(driver) : queue(new TrivialAttachWorker(attachments, driver.name()));
        queues.add(work);
        attachments.addEventHandler((before, now) -> {
            if (now != null
                    && isOurs(now)
                    && (before == null || AttachmentChangeFilter.isRelevant(before, now, capabilities.finalizer()))) {
                work.add(now.meta().name());
            }
        });
    }

    private boolean isOurs(VolumeAttachment attachment) {
        return attachment.attacher().equals(capabilities.driver());
    }

    private WorkQueue<String> withDriver(Driver driver) {
        Informer<PersistentVolume> known = context.informers().of(Kinds.VOLUMES);
        Informer<CsiNode> nodes = context.informers().of(Kinds.CSI_NODES);
        synced.add(known);
        synced.add(nodes);
        volumes = known;
        var publishCalls = new PublishCalls(driver, new SecretReader(context.api()), options.timeout());
        boolean withCodes = context.gates().isEnabled(StorageFeatures.MUTABLE_NODE_LIMITS);
        var worker =
                new AttachWorker(attachments, known, nodes, capabilities, publishCalls, withCodes, context.clock());
        WorkQueue<String> queue = queue(worker);
        WorkQueue<String> releasing = releases(known);
        releases = releasing;
        queues.add(releasing);
        if (driver.has(RPC.Type.LIST_VOLUMES) && driver.has(RPC.Type.LIST_VOLUMES_PUBLISHED_NODES)) {
            var published = new PublishedVolumes(driver, options.timeout(), options.maxEntries());
            var attachmentReconciler = new AttachmentReconciler(
                    attachments, known, nodes, driver.name(), published, options.reconcileEvery(), different -> {
                        worker.force(different.meta().name());
                        queue.add(different.meta().name());
                    });
            WorkQueue<String> reconciling = new WorkQueue<>(
                    "csi-attacher-reconcile",
                    1,
                    options.retries(),
                    attachmentReconciler,
                    context.timer(),
                    context.queues());
            reconciling.add(EVERYTHING);
            queues.add(reconciling);
        }
        return queue;
    }

    /// Detaching has its own workers: when a node is drained, its hundred volumes must not delay the next pod.
    private WorkQueue<String> queue(WorkQueue.Worker<String> worker) {
        return new WorkQueue<>(
                "csi-attacher-va",
                List.of(new QueueLane("attach", options.workers()), new QueueLane("detach", options.workers())),
                name -> attachments
                                .find(name)
                                .filter(VolumeAttachment::isBeingDeleted)
                                .isPresent()
                        ? 1
                        : 0,
                options.retries(),
                worker,
                context.timer(),
                context.queues());
    }

    private WorkQueue<String> releases(Informer<PersistentVolume> known) {
        var byVolume = attachments.index(
                attachment -> attachment.volumeName().isEmpty() ? List.of() : List.of(attachment.volumeName()));
        WorkQueue<String> queue = new WorkQueue<>(
                "csi-attacher-pv",
                options.workers(),
                options.retries(),
                new VolumeFinalizerWorker(known, byVolume, capabilities),
                context.timer(),
                context.queues());
        known.addEventHandler((_, now) -> {
            if (now != null && VolumeFinalizerWorker.isDue(now, capabilities)) {
                queue.add(now.meta().name());
            }
        });
        attachments.addEventHandler((before, now) -> {
            if (now == null && before != null && !before.volumeName().isEmpty()) {
                queue.add(before.volumeName());
            }
        });
        return queue;
    }

    @Override
    public String name() {
        return "attacher";
    }

    @Override
    public String leaseName() {
        return "external-attacher-leader-" + capabilities.driver();
    }

    @Override
    public void start() throws InterruptedException {
        for (Informer<?> informer : synced) {
            informer.awaitSynced();
        }
        log.info(
                "Starting the attacher for driver {}; {}.",
                capabilities.driver(),
                attaches ? "volumes are attached by the driver" : "the driver needs no attach");
        queues.forEach(WorkQueue::start);
        if (options.resync().isPositive()) {
            resync = PeriodicTask.schedule(
                    context.timer(), "the resync of attachments", options.resync(), this::enqueueAll);
        }
    }

    private void enqueueAll() {
        attachments.all().stream()
                .filter(this::isOurs)
                .forEach(attachment -> work.add(attachment.meta().name()));
        Informer<PersistentVolume> known = volumes;
        WorkQueue<String> releasing = releases;
        if (known != null && releasing != null) {
            known.all().stream()
                    .filter(volume -> VolumeFinalizerWorker.isDue(volume, capabilities))
                    .forEach(volume -> releasing.add(volume.meta().name()));
        }
    }

    @Override
    public void close() {
        ScheduledFuture<?> running = resync;
        if (running != null) {
            running.cancel(false);
        }
        queues.forEach(WorkQueue::close);
    }
}
