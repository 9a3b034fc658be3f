package dev.stowage.node.self;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Node.AttachedVolume;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.Shared;
import dev.stowage.node.runtime.ContainerRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the node's object and its lease.
public final class SelfReport implements ControllerRole, RegisteredNode {
    private static final Logger log = LoggerFactory.getLogger(SelfReport.class);
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(7));
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration HEARTBEAT = Duration.ofMinutes(5);
    private static final Duration LONGEST_ASK = Duration.ofMinutes(1);
    private static final String RUNTIME = "runtime";

    /// What is done again and again, each by one worker.
    private enum Duty {
        STATUS,
        LEASE
    }

    private final Shared shared;
    private final FactSource facts;
    private final Informer<Node> informer;
    private final NodeTeller teller;
    private final NodeLease lease;
    private final WorkQueue<Duty> queue;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final List<ScheduledFuture<?>> clocks = new CopyOnWriteArrayList<>();
    private @Nullable Thread portWait;

    /// @param port where the node's own server listens, once it does
    public SelfReport(Shared shared, SelfOptions options, ContainerRuntime runtime, Future<Integer> port) {
        this.shared = shared;
        this.facts = new FactSource(shared, options, runtime, port, why -> hold(RUNTIME, why));
        this.informer = shared.informers().of(Kinds.NODES);
        this.teller = new NodeTeller(shared, facts::now);
        // Other requests of the node must not make it look dead.
        this.lease = new NodeLease(shared.api().withLimit(RequestLimiter.adaptive()), shared.node(), shared.clock());
        this.queue = new WorkQueue<>("node", 2, PAUSES, this::work, shared.timer(), shared.queues());
    }

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        queue.start();
        queue.add(Duty.STATUS);
        informer.addEventHandler(this::changed);
        every(HEARTBEAT, () -> {
            teller.beat();
            queue.add(Duty.STATUS);
        });
        every(LEASE, () -> queue.add(Duty.LEASE));
        var _ = teller.uid().thenRun(() -> queue.add(Duty.LEASE));
        portWait = Thread.ofVirtual().name("node-port").start(() -> {
            if (facts.awaitPort()) {
                teller.beat();
                queue.add(Duty.STATUS);
            }
        });
    }

    private void every(Duration time, Runnable task) {
        clocks.add(shared.timer().scheduleAtFixedRate(task, time.toNanos(), time.toNanos(), TimeUnit.NANOSECONDS));
    }

    private ReconcileResult work(Duty duty) throws ApiFailure, InterruptedException {
        switch (duty) {
            case STATUS -> {
                NodeTeller.Told told = teller.tell();
                if (told == NodeTeller.Told.LATER) {
                    return ReconcileResult.requeueAfter(NodeTeller.SHORTEST);
                }
                if (told == NodeTeller.Told.NEWS) {
                    listeners.forEach(Runnable::run);
                }
            }
            case LEASE -> {
                // Without the node's object there is nothing that could own it.
                Optional<Node> owner = teller.uid().isDone() ? informer.find(shared.node()) : Optional.empty();
                if (owner.isPresent()) {
                    lease.renew(owner.get().meta().uid());
                    facts.askRuntime();
                }
            }
        }
        return ReconcileResult.done();
    }

    private void changed(@Nullable Node before, @Nullable Node now) {
        Node any = now == null ? before : now;
        if (any == null || !any.meta().name().equals(shared.node())) {
            return;
        }
        queue.add(Duty.STATUS);
        if (before == null || now == null || !before.attached().equals(now.attached())) {
            listeners.forEach(Runnable::run);
        }
    }

    @Override
    public void close() {
        clocks.forEach(clock -> clock.cancel(false));
        if (portWait != null) {
            portWait.interrupt();
        }
        queue.close();
    }

    @Override
    public String awaitUid() throws InterruptedException {
        try {
            String first = teller.uid().get();
            // Somebody may have made the object anew since.
            return informer.find(shared.node()).map(node -> node.meta().uid()).orElse(first);
        } catch (ExecutionException e) {
            throw new IllegalStateException("Nothing but a uid ends the wait for it.", e);
        }
    }

    @Override
    public void hold(String part, String why) {
        if (teller.hold(part, why)) {
            queue.add(Duty.STATUS);
        }
    }

    @Override
    public void useVolumes(Set<String> volumes) {
        if (teller.use(volumes)) {
            queue.add(Duty.STATUS);
        }
    }

    @Override
    public Set<String> volumesToldInUse() {
        return teller.told();
    }

    @Override
    public Set<String> volumesAttached() {
        return informer.find(shared.node()).map(SelfReport::attached).orElse(Set.of());
    }

    private static Set<String> attached(Node node) {
        return node.attached().stream().map(AttachedVolume::name).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean isAttachedNow(String volume) throws InterruptedException {
        try {
            return informer.fetch(NamespacedName.of(shared.node()))
                    .map(SelfReport::attached)
                    .filter(all -> all.contains(volume))
                    .isPresent();
        } catch (ApiFailure e) {
            // Who asks looks again, and not to know must not count as attached.
            log.info("Whether {} is attached is not known: {}", volume, e.getMessage());
            return false;
        }
    }

    @Override
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public void addDriver(String driver, String nodeId, Map<String, String> topology) throws InterruptedException {
        ask(driver, Optional.of(new DriverAsk.Place(nodeId, Map.copyOf(topology))));
    }

    @Override
    public void removeDriver(String driver) throws InterruptedException {
        ask(driver, Optional.empty());
    }

    private void ask(String driver, Optional<DriverAsk.Place> place) throws InterruptedException {
        var ask = new DriverAsk(driver, place, new CompletableFuture<>());
        teller.ask(ask);
        queue.add(Duty.STATUS);
        String refusal;
        try {
            refusal = ask.answer().get(LONGEST_ASK.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            teller.drop(ask);
            refusal = "the API server did not take it within " + LONGEST_ASK.toSeconds() + " seconds";
        }
        if (!refusal.isEmpty()) {
            throw new IllegalStateException("error updating Node object with CSI driver node info: " + refusal);
        }
    }
}
