package dev.stowage.cluster.disruption;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodDisruptionBudget;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the status of PodDisruptionBudgets, by which the API server decides about evictions.
public final class DisruptionController implements Controller {
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofMillis(50), Duration.ofMinutes(1));

    private final ControllerContext context;
    private final Informer<PodDisruptionBudget> budgets;
    private final Informer<Pod> pods;
    private final Index<PodDisruptionBudget> budgetsByNamespace;
    private final Index<Pod> podsByNamespace;
    private final OwnerScales scales;
    private final List<Informer<?>> needed = new ArrayList<>();
    private final WorkQueue<NamespacedName> queue;

    public DisruptionController(ControllerContext context) {
        this.context = context;
        this.budgets = context.informers().of(Kinds.POD_DISRUPTION_BUDGETS);
        this.pods = context.informers().of(Kinds.PODS);
        this.budgetsByNamespace = budgets.index(budget -> List.of(budget.meta().namespace()));
        this.podsByNamespace = pods.index(pod -> List.of(pod.meta().namespace()));
        this.scales = new OwnerScales(context);
        this.queue = new WorkQueue<>(
                ControllerName.DISRUPTION.text(), 1, BACKOFF, this::work, context.timer(), context.queues());
        needed.addAll(List.of(budgets, pods));
        needed.addAll(scales.informers());
        budgets.addEventHandler((_, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
        pods.addEventHandler((before, now) -> {
            enqueueBudgetsOf(before);
            enqueueBudgetsOf(now);
        });
        for (Informer<?> owners : scales.informers()) {
            watchScales(owners);
        }
    }

    /// The number of wanted pods may change before any pod does.
    private <T extends KubeObject> void watchScales(Informer<T> owners) {
        owners.addEventHandler((before, now) -> {
            KubeObject either = now == null ? before : now;
            if (either != null) {
                budgetsByNamespace.get(either.meta().namespace()).stream()
                        .filter(DisruptionDecision::needsScales)
                        .forEach(budget -> queue.add(budget.key()));
            }
        });
    }

    private void enqueueBudgetsOf(@Nullable Pod pod) {
        if (pod != null) {
            budgetsByNamespace.get(pod.meta().namespace()).stream()
                    .filter(budget -> budget.selector().matches(pod.meta().labels()))
                    .forEach(budget -> queue.add(budget.key()));
        }
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        PodDisruptionBudget budget = budgets.find(key).orElse(null);
        if (budget == null) {
            queue.forget(key);
            return ReconcileResult.done();
        }
        try {
            return reconcile(budget);
        } catch (ApiFailure e) {
            return FailureResult.retry(e);
        }
    }

    private ReconcileResult reconcile(PodDisruptionBudget budget) throws ApiFailure, InterruptedException {
        Instant now = context.clock().instant();
        List<Pod> selected = podsByNamespace.get(budget.meta().namespace()).stream()
                .filter(pod -> budget.selector().matches(pod.meta().labels()))
                .toList();
        OwnerScales.Result owners =
                DisruptionDecision.needsScales(budget) ? scales.of(selected) : new OwnerScales.Result(Map.of(), "");
        DisruptionDecision decision = DisruptionDecision.decide(
                new DisruptionState(budget, selected, owners.byOwner(), owners.failure(), now));
        context.executor().execute(decision.actions());
        return decision.recheck()
                .map(time ->
                        ReconcileResult.requeueAfter(Duration.between(now, time).plusSeconds(1)))
                .orElseGet(ReconcileResult::done);
    }

    @Override
    public String name() {
        return ControllerName.DISRUPTION.text();
    }

    @Override
    public void start() throws InterruptedException {
        for (Informer<?> informer : needed) {
            informer.awaitSynced();
        }
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
