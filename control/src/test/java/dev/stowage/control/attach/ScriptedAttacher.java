package dev.stowage.control.attach;

import dev.stowage.control.stage.Stage;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.QueueMetrics;
import dev.stowage.kube.queue.WorkQueue;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/// Does to attachments what an external attacher does, as long as it is let.
final class ScriptedAttacher implements AutoCloseable {
    private static final String FINALIZER = "external-attacher/test";

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Mirrors mirrors;
    private final Mirror<Attachment> attachments;
    private final WorkQueue<String> queue;
    private volatile Consumer<Attachment> onAttach = _ -> {};
    private volatile Consumer<Attachment> onDetach = _ -> {};
    private volatile boolean attaching = true;
    private volatile boolean detaching = true;

    ScriptedAttacher(Stage stage) {
        mirrors = new Mirrors(stage.api(), timer);
        attachments = mirrors.of(Kinds.ATTACHMENTS);
        queue = new WorkQueue<>(
                "attacher",
                16,
                new Backoff(Duration.ofMillis(10), Duration.ofMillis(100)),
                this::work,
                timer,
                new QueueMetrics(new PrometheusRegistry()));
        attachments.listen((before, now) -> {
            Attachment attachment = now == null ? before : now;
            if (attachment != null) {
                queue.add(attachment.meta().name());
            }
        });
        mirrors.start();
        queue.start();
    }

    /// Who hears, before it is written, that a volume is attached, and that it is detached.
    void observed(Consumer<Attachment> attached, Consumer<Attachment> detached) {
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

    private Outcome work(String name) throws ApiFailure, InterruptedException {
        Attachment attachment = attachments.find(name).orElse(null);
        if (attachment == null || !attachment.attacher().equals(AttachScene.DRIVER)) {
            return Outcome.done();
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
        return Outcome.done();
    }

    @Override
    public void close() {
        queue.close();
        mirrors.close();
        timer.shutdownNow();
    }
}
