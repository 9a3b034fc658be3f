package dev.stowage.sidecar.mover;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The mover of one node. It owns the moves to its node; for those from its node it only serves the target.
public final class MoverController implements ControllerRole {
    public static final String NAME = "mover";

    private static final Logger log = LoggerFactory.getLogger(MoverController.class);

    /// How often moves are checked: the Node object of their target may have been deleted, or created again.
    private static final Duration RESYNC = Duration.ofMinutes(1);

    private static final int SWITCHES = 8;

    private final RoleContext context;
    private final MoverOptions options;
    private final MoverConnections connections;
    private final Informer<VolumeMove> moves;
    private final WorkQueue<NamespacedName> queue;
    private final StandbyController standbys;
    private @Nullable Future<?> resync;

    public MoverController(RoleContext context, MoverOptions options) {
        this(context, options, new ConnectedMover(context, options));
    }

    MoverController(RoleContext context, MoverOptions options, MoverConnections connections) {
        options.requireNode();
        this.context = context;
        this.options = options;
        this.connections = connections;
        this.moves = context.informers().of(VolumeMove.KIND);
        MoverMetrics metrics = new MoverMetrics(context.metrics());
        MoverMetrics.registerActive(context.metrics(), moves, options.node());
        ActiveTransfers transfers = new ActiveTransfers(connections.carrier());
        VolumeSwitchExecutor volumes = new VolumeSwitchExecutor(context.api());
        this.standbys = new StandbyController(context, options, connections, transfers, volumes, metrics);
        // A copy takes hours. Pods that are stopped for a switch must not wait for it.
        this.queue = new WorkQueue<>(
                NAME,
                List.of(
                        new QueueLane("switch", Math.max(SWITCHES, options.workers())),
                        new QueueLane("copy", options.workers())),
                key -> moves.find(key).filter(MoverController::isCopying).isPresent() ? 1 : 0,
                options.retries(),
                worker(metrics, transfers, volumes),
                context.timer(),
                context.queues());
        MoverTriggers.register(moves, options.node(), queue, transfers);
        moves.addEventHandler((_, now) -> {
            if (now != null && !now.status().phase().isEnded()) {
                standbys.yieldTo(now);
            }
        });
    }

    private static boolean isCopying(VolumeMove move) {
        return move.status().phase() == MovePhase.COPYING && !move.isCancelRequested();
    }

    private MoveWorker worker(MoverMetrics metrics, ActiveTransfers transfers, VolumeSwitchExecutor volumes) {
        MoveStatusWriter writer = new MoveStatusWriter(moves);
        MoveStateReader reader = new MoveStateReader(
                context.api(), connections, options.node(), context.driver().name(), context.clock());
        MoveExecutor executor = new MoveExecutor(
                moves,
                reader,
                connections,
                writer,
                new TransferExecutor(transfers, writer, metrics, new ClassParameters(context.api())),
                volumes,
                new PodRemoval(context.api()),
                new MoveReporter(context.events()),
                context.clock());
        return new MoveWorker(reader, executor, volumes, writer, metrics);
    }

    @Override
    public String name() {
        return NAME;
    }

    /// One on each node.
    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        connections.start();
        moves.awaitSynced();
        log.info(
                "Starting the mover of node {} for driver {}.",
                options.node(),
                context.driver().name());
        queue.start();
        standbys.start();
        resync = PeriodicTask.schedule(context.timer(), "the resync of moves", RESYNC, this::enqueueUnfinished);
    }

    void enqueueUnfinished() {
        moves.all().stream()
                .filter(MoverController::isUnfinished)
                .filter(move -> move.spec().targetNode().equals(options.node()) || mayStandIn(move))
                .forEach(move -> queue.add(move.key()));
    }

    static boolean isUnfinished(VolumeMove move) {
        return !move.status().phase().isEnded()
                || !move.meta().finalizers().isEmpty()
                || EndedDecision.isLeftBehind(move.status());
    }

    private boolean mayStandIn(VolumeMove move) {
        return move.status()
                .subject()
                .map(subject -> subject.sourceNode().equals(options.node()))
                .orElse(true);
    }

    @Override
    public void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        queue.close();
        standbys.close();
        connections.close();
    }
}
