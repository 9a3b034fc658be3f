package dev.stowage.control.snapshot;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Executes snapshot actions.
final class SnapshotExecutor {
    private static final Logger log = LoggerFactory.getLogger(SnapshotExecutor.class);

    /// The actions that report a write that the server rejected.
    @FunctionalInterface
    interface Refusal {
        List<ClusterAction> of(ClusterAction step, String why);
    }

    private final ActionExecutor executor;
    private final Informers informers;

    SnapshotExecutor(ActionExecutor executor, Informers informers) {
        this.executor = executor;
        this.informers = informers;
    }

    ReconcileResult execute(KubeObject about, SnapshotActions snapshotActions, Refusal refusal)
            throws InterruptedException {
        if (!snapshotActions.waiting().isEmpty()) {
            log.debug("{}: {}", about.key(), snapshotActions.waiting());
        }
        return execute(snapshotActions.all(), refusal);
    }

    /// Every write here enqueues its object again, so no requeue is needed unless an action failed.
    ReconcileResult execute(List<ClusterAction> actions, Refusal refusal) throws InterruptedException {
        for (ClusterAction action : actions) {
            try {
                executor.execute(action);
            } catch (ApiFailure e) {
                return failed(action, e, refusal);
            }
        }
        return ReconcileResult.done();
    }

    private ReconcileResult failed(ClusterAction action, ApiFailure failure, Refusal refusal)
            throws InterruptedException {
        String why = String.valueOf(failure.getMessage());
        try {
            if (failure.isAlreadyExists() && action instanceof ClusterAction.Create<?> create) {
                // Created earlier, perhaps by us without receiving the response. The names are ours; the
                // object shows its owner.
                fetch(create);
                return ReconcileResult.requeueAfter(Duration.ZERO);
            }
            if (!failure.isUncertain() && !failure.isConflict() && !failure.isInvalid()) {
                executor.execute(refusal.of(action, why));
            }
        } catch (ApiFailure e) {
            log.debug("Cannot report a failed action: {}", e.getMessage());
        }
        return ReconcileResult.retry(why);
    }

    private <T extends KubeObject> void fetch(ClusterAction.Create<T> create) throws ApiFailure, InterruptedException {
        String name = create.object().path("metadata").path("name").asText();
        informers.of(create.kind()).fetch(new NamespacedName(create.namespace(), name));
    }
}
