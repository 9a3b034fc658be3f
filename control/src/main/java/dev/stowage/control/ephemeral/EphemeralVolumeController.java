package dev.stowage.control.ephemeral;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodVolume;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import io.prometheus.metrics.core.metrics.Counter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Creates the claims of ephemeral volumes. They are deleted with their pod through the owner reference.
public final class EphemeralVolumeController implements Controller {
    private final ControllerContext context;
    private final Informer<Pod> pods;
    private final Informer<PersistentVolumeClaim> claims;
    private final Index<Pod> byClaim;
    private final WorkQueue<NamespacedName> queue;
    private final Counter attempts;
    private final Counter failures;

    public EphemeralVolumeController(ControllerContext context, EphemeralVolumeOptions options) {
        this.context = context;
        this.pods = context.informers().of(Kinds.PODS);
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.byClaim = pods.index(EphemeralVolumeController::claims);
        this.queue = new WorkQueue<>(
                "ephemeral_volume",
                options.workers(),
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                context.timer(),
                context.queues());
        this.attempts = Counter.builder()
                .name("ephemeral_volume_controller_create_total")
                .help("Attempts to create a claim for an ephemeral volume.")
                .register(context.metrics());
        this.failures = Counter.builder()
                .name("ephemeral_volume_controller_create_failures_total")
                .help("Failed attempts to create a claim for an ephemeral volume.")
                .register(context.metrics());
        pods.addEventHandler(this::podChanged);
        claims.addEventHandler(this::claimChanged);
    }

    private static List<String> claims(Pod pod) {
        return pod.volumes().stream()
                .filter(PodVolume::isEphemeral)
                .map(volume -> new NamespacedName(pod.meta().namespace(), volume.claim()).toString())
                .toList();
    }

    /// The volumes of a pod never change.
    private void podChanged(@Nullable Pod before, @Nullable Pod now) {
        boolean another = before == null
                || (now != null && !before.meta().uid().equals(now.meta().uid()));
        if (now != null && another && EphemeralVolumeDecision.concerns(now)) {
            queue.add(now.key());
        }
    }

    /// A deleted claim may have been one of ours, or may have blocked the name of one of ours.
    private void claimChanged(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        if (before != null
                && (now == null || !before.meta().uid().equals(now.meta().uid()))) {
            byClaim.get(before.key().toString()).forEach(pod -> queue.add(pod.key()));
        }
    }

    private ReconcileResult work(NamespacedName key) throws ApiFailure, InterruptedException {
        Pod pod = pods.find(key).orElse(null);
        if (pod == null) {
            return ReconcileResult.done();
        }
        ReconcileResult outcome = ReconcileResult.done();
        for (ClusterAction action : EphemeralVolumeDecision.decide(pod, claims::find)) {
            try {
                if (action instanceof ClusterAction.Create<?>) {
                    attempts.inc();
                }
                context.executor().execute(action);
            } catch (ApiFailure e) {
                failures.inc();
                outcome = FailureResult.of(e);
                // AlreadyExists only means that the event of the claim has not arrived yet.
                if (action instanceof ClusterAction.Create<?> create && !e.isAlreadyExists()) {
                    context.executor().execute(complaint(pod, create, e));
                }
            }
        }
        return outcome;
    }

    private static ClusterAction.RecordEvent complaint(Pod pod, ClusterAction.Create<?> create, ApiFailure why) {
        String claim = create.object().path("metadata").path("name").asText("");
        return EphemeralVolumeDecision.failureEvent(
                pod, claim.substring(pod.meta().name().length() + 1), "create PVC " + claim + ": " + why.getMessage());
    }

    @Override
    public String name() {
        return ControllerName.EPHEMERAL.text();
    }

    @Override
    public void start() throws InterruptedException {
        pods.awaitSynced();
        claims.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
