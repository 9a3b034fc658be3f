package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Predicate;

/// Scripts scheduler and kubelet: every pod gets a node, runs and is ready, and terminates when it is
/// deleted.
public final class ScriptedKubelet implements AutoCloseable {
    private final ControllerFixture fixture;
    private final Informer<Pod> pods;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final WorkQueue<NamespacedName> queue;
    private volatile Predicate<Pod> starts = _ -> true;
    private volatile Function<Pod, String> ending = _ -> "";

    public ScriptedKubelet(ControllerFixture fixture) {
        this.fixture = fixture;
        this.pods = fixture.informers().of(Kinds.PODS);
        this.queue = new WorkQueue<>(
                "kubelet",
                2,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(100)),
                this::reconcile,
                timer,
                new WorkQueueMetrics(new PrometheusRegistry()));
        pods.addEventHandler((_, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
        queue.start();
    }

    /// Which pods may start; the others stay pending.
    public void startOnly(Predicate<Pod> which) {
        starts = which;
        pods.all().forEach(pod -> queue.add(pod.key()));
    }

    /// The phase in which a running pod terminates by itself; empty for one that keeps running.
    public void endIn(Function<Pod, String> how) {
        ending = how;
        pods.all().forEach(pod -> queue.add(pod.key()));
    }

    private ReconcileResult reconcile(NamespacedName key) throws InterruptedException, ApiFailure {
        Pod pod = pods.find(key).orElse(null);
        if (pod == null) {
            return ReconcileResult.done();
        }
        if (pod.isBeingDeleted()) {
            pods.delete(pod, DeleteOptions.defaults().withGracePeriod(0));
        } else if (pod.nodeName().isEmpty()) {
            if (starts.test(pod)) {
                bind(pod);
            }
        } else if (pod.phase().equals("Pending") && starts.test(pod)) {
            report(pod, "Running", "True");
        } else if (pod.phase().equals("Running") && !ending.apply(pod).isEmpty()) {
            report(pod, ending.apply(pod), "False");
        }
        return ReconcileResult.done();
    }

    private void bind(Pod pod) throws InterruptedException, ApiFailure {
        ObjectNode binding = (ObjectNode) WorkloadActionText.json(
                "{'apiVersion':'v1','kind':'Binding','metadata':{'name':'%s'},'target':{'kind':'Node','name':'%s'}}"
                        .formatted(pod.meta().name(), node(pod)));
        fixture.api().send(Kinds.PODS, pod, "binding", binding);
    }

    /// The node that it requires, otherwise any.
    private static String node(Pod pod) {
        return pod.scheduling().required().stream()
                .flatMap(term -> term.fields().stream())
                .map(field -> field.values().getFirst())
                .findFirst()
                .orElse("node-1");
    }

    private void report(Pod pod, String phase, String ready) throws InterruptedException, ApiFailure {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode status = (ObjectNode) WorkloadActionText.json(
                "{'status':{'phase':'%s','startTime':'%s','conditions':[{'type':'Ready','status':'%s','lastTransitionTime':'%s'}]}}"
                        .formatted(phase, now, ready, now));
        pods.patch(pod, Patch.merge(status).status());
    }

    @Override
    public void close() {
        queue.close();
        timer.shutdownNow();
    }
}
