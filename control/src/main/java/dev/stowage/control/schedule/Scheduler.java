package dev.stowage.control.schedule;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.program.ControllerName;
import dev.stowage.control.schedule.Placement.Fit;
import dev.stowage.control.schedule.Placement.NoFit;
import dev.stowage.k8s.NamespacedName;
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

/// Places pods in rounds: one after another against one view, in which each finds what was promised to those before.
/// What was decided is carried out beside, for many pods at once.
public final class Scheduler implements Controller {
    private static final Logger log = LoggerFactory.getLogger(Scheduler.class);
    private static final String ROUND = "round";
    private static final int MOST_IN_A_ROUND = 500;

    private final Shared shared;
    private final SchedulerOptions options;
    private final Seen seen;
    private final Assumptions assumptions = new Assumptions();
    private final Waiting waiting = new Waiting();
    private final Ready ready = new Ready();
    private final Recent recent = new Recent();
    private final WorkQueue<String> rounds;
    private final Carrying carrying;

    public Scheduler(Shared shared, SchedulerOptions options) {
        this.shared = shared;
        this.options = options;
        seen = new Seen(shared.informers());
        rounds = new WorkQueue<>(
                "scheduler",
                1,
                new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10)),
                _ -> round(),
                shared.timer(),
                shared.queues());
        carrying = new Carrying(shared, options, seen, assumptions, this::putOff, this::freed, this::lookAnew);
        new Ears(seen, assumptions, carrying, recent, shared.clock(), new Told()).listen();
    }

    @Override
    public String name() {
        return ControllerName.SCHEDULER.text();
    }

    @Override
    public void start() throws InterruptedException {
        seen.awaitSynced();
        carrying.start();
        rounds.start();
    }

    @Override
    public void close() {
        rounds.close();
        carrying.close();
    }

    private ReconcileResult round() {
        long mark = waiting.mark();
        List<Pod> pods = ready.take().stream()
                .map(seen.pods::find)
                .flatMap(Optional::stream)
                .filter(pod -> isOurs(pod) && !assumptions.has(pod.key()))
                .sorted(Comparator.<Pod>comparingInt(pod -> pod.scheduling().priority())
                        .reversed()
                        .thenComparing(Scheduler::created)
                        .thenComparing(pod -> pod.key().toString()))
                .toList();
        pods.stream().skip(MOST_IN_A_ROUND).forEach(pod -> look(pod.key()));
        place(pods.subList(0, Math.min(MOST_IN_A_ROUND, pods.size())), mark);
        return ReconcileResult.done();
    }

    private void place(List<Pod> pods, long mark) {
        if (pods.isEmpty()) {
            return;
        }
        Instant now = shared.clock().instant();
        View view = Gathering.view(seen, pods, assumptions.all(), recent.at(now));
        for (Pod pod : pods) {
            switch (Placement.of(pod, view)) {
                case Fit fit -> {
                    log.debug("Pod {} goes to node {}.", pod.key(), fit.node());
                    view = view.with(pod, fit);
                    waiting.leave(pod.key());
                    carrying.begin(new Assumed(pod, fit.node(), fit.choices(), now, Assumed.State.DECIDED));
                }
                case NoFit noFit -> {
                    log.debug("Pod {} waits: {}", pod.key(), noFit.message());
                    carrying.refuse(pod.key(), noFit.message());
                    if (!waiting.park(pod.key(), noFit.helps(), mark)) {
                        look(pod.key());
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

    private void look(NamespacedName pod) {
        if (ready.add(pod)) {
            rounds.add(ROUND);
        }
    }

    private void lookAnew(NamespacedName pod) {
        seen.pods.find(pod).filter(this::isOurs).ifPresent(found -> look(found.key()));
    }

    private void wake(Wake wake) {
        waiting.wake(wake).forEach(this::look);
    }

    private void putOff(NamespacedName pod) {
        Duration pause = Carrying.PAUSES.pause(ready.rest(pod));
        carrying.later(pause, () -> {
            ready.rested(pod);
            rounds.add(ROUND);
        });
    }

    /// A pod does not go where it was to go.
    private void freed() {
        wake(Wake.POD_LEFT);
        wake(Wake.VOLUME);
        wake(Wake.CAPACITY);
    }

    private final class Told implements Ears.Heard {
        @Override
        public void look(Pod pod) {
            if (isOurs(pod)) {
                Scheduler.this.look(pod.key());
            }
        }

        @Override
        public void settled(NamespacedName pod) {
            waiting.leave(pod);
            ready.forget(pod);
        }

        @Override
        public void wake(Wake wake) {
            Scheduler.this.wake(wake);
        }

        @Override
        public void wakeLater(Wake wake, Duration after) {
            carrying.later(after, () -> Scheduler.this.wake(wake));
        }
    }
}
