package dev.stowage.control.snapshot;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informers;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries verdicts out.
final class Steps {
    private static final Logger log = LoggerFactory.getLogger(Steps.class);

    /// What to say when the server refuses a step.
    @FunctionalInterface
    interface Refusal {
        List<Act> of(Act step, String why);
    }

    private final Hands hands;
    private final Informers informers;

    Steps(Hands hands, Informers informers) {
        this.hands = hands;
        this.informers = informers;
    }

    ReconcileResult carryOut(KubeObject about, Verdict verdict, Refusal refusal) throws InterruptedException {
        if (!verdict.waiting().isEmpty()) {
            log.debug("{}: {}", about.key(), verdict.waiting());
        }
        return carryOut(verdict.acts(), refusal);
    }

    /// Whatever is written here wakes its object again, so there is nothing to come back for unless a step failed.
    ReconcileResult carryOut(List<Act> acts, Refusal refusal) throws InterruptedException {
        for (Act act : acts) {
            try {
                hands.carryOut(act);
            } catch (ApiFailure e) {
                return failed(act, e, refusal);
            }
        }
        return ReconcileResult.done();
    }

    private ReconcileResult failed(Act act, ApiFailure failure, Refusal refusal) throws InterruptedException {
        String why = String.valueOf(failure.getMessage());
        try {
            if (failure.isAlreadyExists() && act instanceof Act.Create<?> create) {
                // Made before, perhaps by us and unanswered. The names are ours: whose it is shows in the object.
                fetch(create);
                return ReconcileResult.requeueAfter(Duration.ZERO);
            }
            if (!failure.isUncertain() && !failure.isConflict() && !failure.isInvalid()) {
                hands.carryOut(refusal.of(act, why));
            }
        } catch (ApiFailure e) {
            log.debug("After a refusal: {}", e.getMessage());
        }
        return ReconcileResult.retry(why);
    }

    private <T extends KubeObject> void fetch(Act.Create<T> create) throws ApiFailure, InterruptedException {
        String name = create.object().path("metadata").path("name").asText();
        informers.of(create.kind()).fetch(new NamespacedName(create.namespace(), name));
    }
}
