package dev.stowage.sidecar.mover;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// The standbys that this node keeps, and the creation of those of its own volumes: a part of its mover.
final class StandbyController implements AutoCloseable {
    /// How often standbys are checked. Nothing tells that a node got a taint, or that a lost node is back.
    private static final Duration RESYNC = Duration.ofSeconds(15);

    private static final int PROMOTIONS = 4;

    private final RoleContext context;
    private final String node;
    private final Informer<VolumeStandby> standbys;
    private final ActiveTransfers transfers;
    private final WorkQueue<NamespacedName> queue;
    private final StandbyCreator creator;
    private @Nullable Future<?> resync;

    StandbyController(
            RoleContext context,
            MoverOptions options,
            MoverConnections connections,
            ActiveTransfers transfers,
            VolumeSwitchExecutor volumes,
            MoverMetrics metrics) {
        this.context = context;
        this.node = options.node();
        this.transfers = transfers;
        this.standbys = context.informers().of(VolumeStandby.KIND);
        MoverMetrics.registerStandbyAges(context.metrics(), standbys, node, context.clock());
        StandbyStateReader reader = new StandbyStateReader(
                context.api(), connections, node, context.driver().name(), context.clock());
        StandbyExecutor executor = new StandbyExecutor(
                standbys,
                reader,
                connections,
                new StandbyTransfers(transfers, standbys, metrics, new ClassParameters(context.api())),
                volumes,
                new PodRemoval(context.api()),
                new MoveReporter(context.events()));
        // A promotion, whose pods are down, must not wait for copies.
        this.queue = new WorkQueue<>(
                "standby",
                List.of(new QueueLane("promote", PROMOTIONS), new QueueLane("copy", options.workers())),
                key -> standbys.find(key).filter(StandbyController::isUrgent).isPresent() ? 0 : 1,
                options.retries(),
                new StandbyWorker(reader, executor),
                context.timer(),
                context.queues());
        this.creator = new StandbyCreator(context, options);
        standbys.addEventHandler(this::changed);
    }

    private static boolean isUrgent(VolumeStandby standby) {
        return standby.spec().promote() || standby.isPromoted();
    }

    private void changed(@Nullable VolumeStandby before, @Nullable VolumeStandby now) {
        VolumeStandby any = now == null ? before : now;
        if (any == null || !any.spec().targetNode().equals(node)) {
            return;
        }
        boolean isWritten = before != null
                && now != null
                && before.spec().equals(now.spec())
                && before.isBeingDeleted() == now.isBeingDeleted()
                && before.meta().uid().equals(now.meta().uid());
        if (isWritten) {
            return; // by us
        }
        if (now == null || now.isBeingDeleted() || now.spec().promote()) {
            transfers.abort(any.meta().uid());
        }
        queue.add(any.key());
    }

    /// A move of the volume needs the place that the copy has, so a transfer for it ends.
    void yieldTo(VolumeMove move) {
        standbys.all().stream()
                .filter(standby -> standby.claim().equals(move.claim()))
                .filter(standby -> standby.spec().targetNode().equals(node))
                .forEach(standby -> transfers.abort(standby.meta().uid()));
    }

    void start() throws InterruptedException {
        standbys.awaitSynced();
        queue.start();
        creator.start();
        resync = PeriodicTask.schedule(context.timer(), "the resync of standbys", RESYNC, this::enqueueAll);
    }

    private void enqueueAll() {
        standbys.all().stream()
                .filter(standby -> standby.spec().targetNode().equals(node))
                .filter(standby -> standby.status().oldCopy().isEmpty())
                .forEach(standby -> queue.add(standby.key()));
    }

    @Override
    public void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        creator.close();
        queue.close();
    }
}
