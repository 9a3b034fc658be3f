package dev.stowage.sidecar.mover;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reconciles one standby: reads everything, decides, carries it out, and again.
record StandbyWorker(StandbyStateReader reader, StandbyExecutor executor) implements WorkQueue.Worker<NamespacedName> {
    private static final Logger log = LoggerFactory.getLogger(StandbyWorker.class);

    @Override
    public ReconcileResult work(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<StandbyState> state = reader.read(key);
        return state.isEmpty() ? ReconcileResult.done() : work(state.get());
    }

    private ReconcileResult work(StandbyState state) throws ApiFailure, InterruptedException {
        List<StandbyAction> actions = StandbyDecision.decide(state);
        for (StandbyAction action : actions) {
            log.debug("Standby {}: {}.", state.standby().key(), action);
            try {
                Optional<ReconcileResult> result = executor.execute(state, action);
                if (result.isPresent()) {
                    return result.get();
                }
            } catch (PeerCallException e) {
                return failed(state, action, e);
            } catch (CancellationException e) {
                return ReconcileResult.requeueAfter(Duration.ZERO);
            } catch (ApiFailure e) {
                if (e.isConflict() || e.isInvalid() || e.isNotFound() || e.isAlreadyExists()) {
                    return ReconcileResult.retry(e.isInvalid() ? String.valueOf(e.getMessage()) : "");
                }
                throw e;
            }
        }
        return actions.isEmpty() ? ReconcileResult.done() : ReconcileResult.requeueAfter(Duration.ZERO);
    }

    private ReconcileResult failed(StandbyState state, StandbyAction action, PeerCallException e)
            throws ApiFailure, InterruptedException {
        String why = String.valueOf(e.getMessage());
        boolean isMismatch = action instanceof StandbyAction.CarrySnapshot
                && (e.code() == Status.Code.NOT_FOUND
                        || e.code() == Status.Code.DATA_LOSS
                        || (e.code() == Status.Code.FAILED_PRECONDITION && e.isReceiver()));
        try {
            executor.write(
                    state,
                    isMismatch
                            ? state.status().reset(why).message(why)
                            : state.status().message(why));
        } catch (ApiFailure failure) {
            if (!failure.isConflict() && !failure.isInvalid() && !failure.isNotFound()) {
                throw failure;
            }
        }
        return ReconcileResult.retry(why);
    }
}
