package dev.stowage.control.attachdetach;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/// Does to attachments what an external attacher does, unless it is paused.
final class ScriptedAttacher implements AutoCloseable {
    private static final String FINALIZER = "external-attacher/test";

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Informers informers;
    private final Informer<VolumeAttachment> attachments;
    private final WorkQueue<String> queue;
    private volatile Consumer<VolumeAttachment> onAttach = _ -> {};
    private volatile Consumer<VolumeAttachment> onDetach = _ -> {};
    private volatile boolean attaching = true;
    private volatile boolean detaching = true;

    ScriptedAttacher(ControllerFixture fixture) {
        informers = new Informers(fixture.api(), timer);
        attachments = informers.of(Kinds.ATTACHMENTS);
        queue = new WorkQueue<>(
                "attacher",
                16,
                new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(100)),
                this::work,
                timer,
                new WorkQueueMetrics(new PrometheusRegistry()));
        attachments.addEventHandler((before, now) -> {
            VolumeAttachment attachment = now == null ? before : now;
            if (attachment != null) {
                queue.add(attachment.meta().name());
            }
        });
        informers.start();
        queue.start();
    }

    /// Called before it is written that a volume is attached, and that it is detached.
    void observed(Consumer<VolumeAttachment> attached, Consumer<VolumeAttachment> detached) {
        onAttach = attached;
        onDetach = detached;
    }

    void attaches(boolean yes) {
        attaching = yes;
        attachments.all().forEach(attachment -> queue.add(attachment.meta().name()));
    }

    void detaches(boolean yes) {
        detaching = yes;
        attachments.all().forEach(attachment -> queue.add(attachment.meta().name()));
    }

    private ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        VolumeAttachment attachment = attachments.find(name).orElse(null);
        if (attachment == null || !attachment.attacher().equals(AttachDetachFixture.DRIVER)) {
            return ReconcileResult.done();
        }
        boolean marked = attachment.meta().hasFinalizer(FINALIZER);
        if (attachment.isBeingDeleted()) {
            if (marked && detaching) {
                onDetach.accept(attachment);
                attachments.patch(attachment, Patch.removeFinalizer(attachment, FINALIZER));
            }
        } else if (!marked) {
            attachments.patch(attachment, Patch.addFinalizer(attachment, FINALIZER));
        } else if (!attachment.attached() && attaching) {
            onAttach.accept(attachment);
            var body = Json.object();
            body.putObject("status").put("attached", true);
            attachments.patch(attachment, Patch.merge(body).status());
        }
        return ReconcileResult.done();
    }

    @Override
    public void close() {
        queue.close();
        informers.close();
        timer.shutdownNow();
    }
}
