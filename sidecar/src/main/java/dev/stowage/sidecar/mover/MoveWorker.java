package dev.stowage.sidecar.mover;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reconciles one move: reads everything, decides, carries it out, and again.
final class MoveWorker implements WorkQueue.Worker<NamespacedName> {
    private static final Logger log = LoggerFactory.getLogger(MoveWorker.class);

    private final MoveStateReader reader;
    private final MoveExecutor executor;
    private final VolumeSwitchExecutor volumes;
    private final MoveStatusWriter writer;
    private final MoverMetrics metrics;

    MoveWorker(
            MoveStateReader reader,
            MoveExecutor executor,
            VolumeSwitchExecutor volumes,
            MoveStatusWriter writer,
            MoverMetrics metrics) {
        this.reader = reader;
        this.executor = executor;
        this.volumes = volumes;
        this.writer = writer;
        this.metrics = metrics;
    }

    @Override
    public ReconcileResult work(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<MoveState> state = reader.read(key);
        return state.isEmpty() ? ReconcileResult.done() : work(state.get());
    }

    private ReconcileResult work(MoveState state) throws ApiFailure, InterruptedException {
        List<MoveAction> actions = MoveDecision.decide(state, volumes.canPatchAffinity());
        for (MoveAction action : actions) {
            log.debug("Move {}: {}.", state.move().key(), action);
            try {
                Optional<ReconcileResult> result = executor.execute(state, action);
                if (result.isPresent()) {
                    return result.get();
                }
                count(state, action);
            } catch (PeerCallException e) {
                return failed(state, action, e);
            } catch (CancellationException e) {
                return ReconcileResult.requeueAfter(Duration.ZERO);
            } catch (ApiFailure e) {
                return refused(state, action, e);
            }
        }
        return actions.isEmpty() ? ReconcileResult.done() : ReconcileResult.requeueAfter(Duration.ZERO);
    }

    /// What was decided on has changed in most cases, so it is read again. With a pause that grows, because a server
    /// that refuses an object says nearly the same.
    private ReconcileResult refused(MoveState state, MoveAction action, ApiFailure e)
            throws ApiFailure, InterruptedException {
        String why = String.valueOf(e.getMessage());
        boolean isUnexpected = e.isInvalid() || e.isForbidden();
        if (action instanceof MoveAction.ChangeVolume
                && isUnexpected
                && !why.equals(state.status().message())) {
            var _ = writer.write(state.move(), state.status().message(why));
        }
        if (isRace(e)) {
            return ReconcileResult.retry(e.isInvalid() ? why : "");
        }
        throw e;
    }

    private static boolean isRace(ApiFailure e) {
        return e.isConflict() || e.isInvalid() || e.isNotFound() || e.isAlreadyExists();
    }

    private void count(MoveState state, MoveAction action) {
        if (!state.status().phase().isEnded()
                && action instanceof MoveAction.WriteStatus(MoveStatus status)
                && status.phase().isEnded()) {
            metrics.ended(status);
        }
    }

    private ReconcileResult failed(MoveState state, MoveAction action, PeerCallException e)
            throws ApiFailure, InterruptedException {
        String why = String.valueOf(e.getMessage());
        boolean isOpen = state.move().direction() == MoveDirection.OPEN;
        MoveFailure failure = isOpen ? MoveFailure.of(action, e) : MoveFailure.RETRY;
        try {
            switch (failure) {
                case RETRY -> {
                    if (!state.status().message().equals(why)) {
                        var _ = writer.write(state.move(), state.status().message(why));
                    }
                    return ReconcileResult.retry(why);
                }
                case RESTART -> {
                    var _ = writer.write(state.move(), CopyingDecision.restarted(state.status(), why, state));
                }
                case NO_SNAPSHOTS -> {
                    var _ = writer.write(state.move(), CopyingDecision.withoutSnapshots(state, why));
                }
                case FAIL -> {
                    for (MoveAction next : MoveDecision.turnBack(state, UndoDecision.FAILED, why)) {
                        if (next instanceof MoveAction.WriteStatus(MoveStatus status)) {
                            var _ = writer.write(state.move(), status);
                        }
                    }
                }
            }
        } catch (ApiFailure race) {
            if (!isRace(race)) {
                throw race;
            }
        }
        log.info("Move {}: {}: {}", state.move().key(), failure, why);
        return ReconcileResult.requeueAfter(Duration.ZERO);
    }
}
