package dev.stowage.sidecar.attacher;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.SidecarFeature;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The external attacher.
public final class AttachController implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(AttachController.class);
    private static final String EVERYTHING = "all";

    private final RoleContext roleContext;
    private final AttacherOptions options;
    private final AttachCapabilities attachCapabilities;
    private final boolean attaches;
    private final Informer<VolumeAttachment> attachments;
    private final List<Informer<?>> mirrors = new ArrayList<>();
    private final List<WorkQueue<String>> queues = new ArrayList<>();
    private final WorkQueue<String> work;
    private @Nullable Informer<PersistentVolume> volumes;
    private @Nullable WorkQueue<String> releases;
    private @Nullable ScheduledFuture<?> resync;

    public AttachController(RoleContext roleContext, AttacherOptions options) {
        this.roleContext = roleContext;
        this.options = options;
        Driver driver = roleContext.driver();
        this.attachCapabilities = AttachCapabilities.of(driver, options.defaultFsType());
        this.attaches = driver.has(RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
        this.attachments = roleContext.informers().of(Kinds.ATTACHMENTS);
        mirrors.add(attachments);
        this.work = attaches ? withDriver(driver) : queue(new TrivialAttachWorker(attachments, driver.name()));
        queues.add(work);
        attachments.addEventHandler((before, now) -> {
            if (now != null
                    && isOurs(now)
                    && (before == null
                            || AttachmentChangeFilter.isRelevant(before, now, attachCapabilities.finalizer()))) {
                work.add(now.meta().name());
            }
        });
    }

    private boolean isOurs(VolumeAttachment attachment) {
        return attachment.attacher().equals(attachCapabilities.driver());
    }

    private WorkQueue<String> withDriver(Driver driver) {
        Informer<PersistentVolume> known = roleContext.informers().of(Kinds.VOLUMES);
        Informer<CsiNode> nodes = roleContext.informers().of(Kinds.CSI_NODES);
        mirrors.add(known);
        mirrors.add(nodes);
        volumes = known;
        var publishCalls = new PublishCalls(driver, new SecretReader(roleContext.api()), options.timeout());
        boolean withCodes = roleContext.gates().isEnabled(SidecarFeature.MUTABLE_NODE_LIMITS);
        var worker = new AttachWorker(
                attachments, known, nodes, attachCapabilities, publishCalls, withCodes, roleContext.clock());
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
                    roleContext.timer(),
                    roleContext.queues());
            reconciling.add(EVERYTHING);
            queues.add(reconciling);
        }
        return queue;
    }

    /// Detaching has workers of its own: when a node goes, its hundred volumes must not keep the next pod waiting.
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
                roleContext.timer(),
                roleContext.queues());
    }

    private WorkQueue<String> releases(Informer<PersistentVolume> known) {
        var byVolume = attachments.index(
                attachment -> attachment.volumeName().isEmpty() ? List.of() : List.of(attachment.volumeName()));
        WorkQueue<String> queue = new WorkQueue<>(
                "csi-attacher-pv",
                options.workers(),
                options.retries(),
                new VolumeFinalizerWorker(known, byVolume, attachCapabilities),
                roleContext.timer(),
                roleContext.queues());
        known.addEventHandler((_, now) -> {
            if (now != null && VolumeFinalizerWorker.isDue(now, attachCapabilities)) {
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
        return "external-attacher-leader-" + attachCapabilities.driver();
    }

    @Override
    public void start() throws InterruptedException {
        for (Informer<?> informer : mirrors) {
            informer.awaitSynced();
        }
        log.info(
                "The attacher of driver {} begins; {}.",
                attachCapabilities.driver(),
                attaches ? "it asks the driver to attach" : "the driver has nothing to attach");
        queues.forEach(WorkQueue::start);
        long nanos = options.resync().toNanos();
        if (nanos > 0) {
            resync = roleContext.timer().scheduleWithFixedDelay(this::enqueueAll, nanos, nanos, TimeUnit.NANOSECONDS);
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
                    .filter(volume -> VolumeFinalizerWorker.isDue(volume, attachCapabilities))
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
