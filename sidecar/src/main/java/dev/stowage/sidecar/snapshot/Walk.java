package dev.stowage.sidecar.snapshot;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.snapshot.ContentDecision.Ask;
import dev.stowage.sidecar.snapshot.ContentDecision.Create;
import dev.stowage.sidecar.snapshot.ContentDecision.Delete;
import dev.stowage.sidecar.snapshot.ContentDecision.Leave;
import dev.stowage.sidecar.snapshot.ContentDecision.Release;
import dev.stowage.sidecar.snapshot.ContentDecision.Unmark;
import java.util.Optional;

/// Brings a content, step by step, to where it wants to be. Every step leaves the content so that whoever comes next,
/// be it another process, sees what is left to do.
final class Walk<T extends KubeObject> {
    private static final int MOST_STEPS = 10;

    /// The steps; each answers with the content as it is afterwards.
    interface Steps<T> {
        ContentDecision decide(T content);

        T create(T content, boolean first) throws ApiFailure, StepFailure, InterruptedException;

        T ask(T content, Ask question) throws ApiFailure, StepFailure, InterruptedException;

        T delete(T content, String handle) throws ApiFailure, StepFailure, InterruptedException;

        /// When to look again at a snapshot that is not ready.
        ReconcileResult pause(T content) throws StepFailure;

        /// Nothing has to be waited for any more.
        void settle(String name);
    }

    private final Informer<T> contents;
    private final Ledger<T> ledger;
    private final Steps<T> steps;

    Walk(Informer<T> contents, Ledger<T> ledger, Steps<T> steps) {
        this.contents = contents;
        this.ledger = ledger;
        this.steps = steps;
    }

    ReconcileResult of(String name) throws InterruptedException {
        Optional<T> found = contents.find(name);
        if (found.isEmpty()) {
            steps.settle(name);
            return ReconcileResult.done();
        }
        try {
            return from(found.get());
        } catch (StepFailure e) {
            return ReconcileResult.retry(e.text());
        } catch (ApiFailure e) {
            return e.isNotFound() ? ReconcileResult.done() : ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private ReconcileResult from(T first) throws ApiFailure, StepFailure, InterruptedException {
        T content = first;
        boolean asked = false;
        for (int step = 0; step < MOST_STEPS; step++) {
            ContentDecision decision = steps.decide(content);
            if (asked && (decision instanceof Create || decision instanceof Ask)) {
                return steps.pause(content);
            }
            switch (decision) {
                case Leave _ -> {
                    steps.settle(content.meta().name());
                    return ReconcileResult.done();
                }
                case Release _ -> {
                    steps.settle(content.meta().name());
                    ledger.release(content);
                    return ReconcileResult.done();
                }
                case Unmark _ -> content = ledger.unmark(content);
                case Delete(String handle) -> content = steps.delete(content, handle);
                case Create(boolean isFirst) -> {
                    content = steps.create(content, isFirst);
                    asked = true;
                }
                case Ask question -> {
                    content = steps.ask(content, question);
                    asked = true;
                }
            }
        }
        return ReconcileResult.retry("its state keeps changing");
    }
}
