package dev.stowage.cluster.scheduler;

import dev.stowage.cluster.scheduler.SchedulingDecision.Fit;
import dev.stowage.cluster.scheduler.SchedulingDecision.NoFit;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Schedules pods in rounds: one after another on one state that includes the reservations of those before.
/// Decisions are executed beside it, for many pods at once.
public final class Scheduler implements Controller {
    private static final Logger log = LoggerFactory.getLogger(Scheduler.class);
    private static final String ROUND = "round";
    private static final int MOST_IN_A_ROUND = 500;

    private final ControllerContext context;
    private final SchedulerOptions options;
    private final SchedulerInformers informers;
    private final AssumedPods assumedPods = new AssumedPods();
    private final UnschedulablePods unschedulablePods = new UnschedulablePods();
    private final ActiveQueue activeQueue = new ActiveQueue();
    private final RecentVolumes recentVolumes = new RecentVolumes();
    private final WorkQueue<String> rounds;
    private final BindingWorker bindingWorker;

    public Scheduler(ControllerContext context, SchedulerOptions options) {
        this.context = context;
        this.options = options;
        informers = new SchedulerInformers(context.informers());
        rounds = new WorkQueue<>(
                "scheduler",
                1,
                new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10)),
                _ -> round(),
                context.timer(),
                context.queues());
        bindingWorker = new BindingWorker(
                context, options, informers, assumedPods, this::putOff, this::released, this::enqueueIfOurs);
        new SchedulerTriggers(
                        informers, assumedPods, bindingWorker, recentVolumes, context.clock(), new TriggerListener())
                .listen();
    }

    @Override
    public String name() {
        return ControllerName.SCHEDULER.text();
    }

    @Override
    public void start() throws InterruptedException {
        informers.awaitSynced();
        bindingWorker.start();
        rounds.start();
    }

    @Override
    public void close() {
        rounds.close();
        bindingWorker.close();
    }

    private ReconcileResult round() {
        long mark = unschedulablePods.mark();
        List<Pod> pods = activeQueue.take().stream()
                .map(informers.pods::find)
                .flatMap(Optional::stream)
                .filter(pod -> isOurs(pod) && !assumedPods.has(pod.key()))
                .sorted(Comparator.<Pod>comparingInt(pod -> pod.scheduling().priority())
                        .reversed()
                        .thenComparing(Scheduler::created)
                        .thenComparing(pod -> pod.key().toString()))
                .toList();
        pods.stream().skip(MOST_IN_A_ROUND).forEach(pod -> enqueue(pod.key()));
        place(pods.subList(0, Math.min(MOST_IN_A_ROUND, pods.size())), mark);
        return ReconcileResult.done();
    }

    private void place(List<Pod> pods, long mark) {
        if (pods.isEmpty()) {
            return;
        }
        Instant now = context.clock().instant();
        SchedulingState schedulingState =
                SchedulingStateReader.read(informers, pods, assumedPods.all(), recentVolumes.at(now));
        for (Pod pod : pods) {
            switch (SchedulingDecision.of(pod, schedulingState)) {
                case Fit fit -> {
                    log.debug("Pod {} fits node {}.", pod.key(), fit.node());
                    schedulingState = schedulingState.with(pod, fit);
                    unschedulablePods.remove(pod.key());
                    bindingWorker.begin(new AssumedPod(pod, fit.node(), fit.choices(), now, AssumedPod.State.DECIDED));
                }
                case NoFit noFit -> {
                    log.debug("Pod {} is unschedulable: {}", pod.key(), noFit.message());
                    bindingWorker.markUnschedulable(pod.key(), noFit.message());
                    if (!unschedulablePods.park(pod.key(), noFit.resolvingEvents(), mark)) {
                        enqueue(pod.key());
                    }
                }
            }
        }
    }

    private static Instant created(Pod pod) {
        Instant created = pod.meta().creationTimestamp();
        return created == null ? Instant.EPOCH : created;
    }

    private boolean isOurs(Pod pod) {
        String wanted = pod.scheduling().scheduler();
        return pod.nodeName().isEmpty()
                && !pod.isOver()
                && !pod.isBeingDeleted()
                && pod.scheduling().schedulingGates().isEmpty()
                && (wanted.isEmpty() ? SchedulerOptions.USUAL.name() : wanted).equals(options.name());
    }

    private void enqueue(NamespacedName pod) {
        if (activeQueue.add(pod)) {
            rounds.add(ROUND);
        }
    }

    private void enqueueIfOurs(NamespacedName pod) {
        informers.pods.find(pod).filter(this::isOurs).ifPresent(found -> enqueue(found.key()));
    }

    private void activate(ClusterEvent clusterEvent) {
        unschedulablePods.activate(clusterEvent).forEach(this::enqueue);
    }

    private void putOff(NamespacedName pod) {
        Duration pause = BindingWorker.PAUSES.pause(activeQueue.backOff(pod));
        bindingWorker.later(pause, () -> {
            activeQueue.backOffCompleted(pod);
            rounds.add(ROUND);
        });
    }

    /// A pod was not bound to the node that was chosen.
    private void released() {
        activate(ClusterEvent.POD_LEFT);
        activate(ClusterEvent.VOLUME);
        activate(ClusterEvent.CAPACITY);
    }

    private final class TriggerListener implements SchedulerTriggers.Listener {
        @Override
        public void enqueue(Pod pod) {
            if (isOurs(pod)) {
                Scheduler.this.enqueue(pod.key());
            }
        }

        @Override
        public void settled(NamespacedName pod) {
            unschedulablePods.remove(pod);
            activeQueue.forget(pod);
        }

        @Override
        public void activate(ClusterEvent clusterEvent) {
            Scheduler.this.activate(clusterEvent);
        }

        @Override
        public void activateLater(ClusterEvent clusterEvent, Duration after) {
            bindingWorker.later(after, () -> Scheduler.this.activate(clusterEvent));
        }
    }
}
