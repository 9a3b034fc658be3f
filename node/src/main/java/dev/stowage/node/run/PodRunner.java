package dev.stowage.node.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.Shared;
import dev.stowage.node.run.plan.ContainerPlans;
import dev.stowage.node.run.plan.LastWords;
import dev.stowage.node.run.probe.Handlers;
import dev.stowage.node.run.probe.Prober;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.subpath.SubPaths;
import dev.stowage.node.volume.PodVolumes;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the pods of this node.
public final class PodRunner implements ControllerRole, Census {
    private static final Logger log = LoggerFactory.getLogger(PodRunner.class);
    private static final int WORKERS = 32;
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(10));

    private final Shared shared;
    private final PodVolumes volumes;
    private final ContainerRuntime runtime;
    private final String hostIp;
    private final Informer<NodePod> informer;
    private final PodBook book;
    private final Admission admission;
    private final WorkQueue<String> queue;
    private final StatusWriter writer;
    private final Handlers handlers;
    private final Prober prober;
    private final PodHands hands;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Place place;

    public PodRunner(Shared shared, PodVolumes volumes, SubPaths parts, ContainerRuntime runtime, String hostIp) {
        this.shared = shared;
        this.volumes = volumes;
        this.runtime = runtime;
        this.hostIp = hostIp;
        this.place = new Place(hostIp, "unknown");
        this.informer = shared.informers().of(NodePod.KIND);
        this.queue = new WorkQueue<>("pods", WORKERS, PAUSES, this::work, shared.timer(), shared.queues());
        this.writer = new StatusWriter(shared, this::draft);
        var words = new LastWords(shared.paths());
        var plans = new ContainerPlans(shared, parts, words, hostIp);
        this.handlers = new Handlers(runtime);
        this.prober = new Prober(shared, handlers, queue::add);
        var journal = new PodJournal(shared.paths());
        this.book = new PodBook(shared, volumes, runtime, prober, words, journal, informer);
        this.admission = new Admission(shared);
        var starting = new Starting(shared, volumes, runtime, plans, journal, handlers, queue::add);
        var stopping = new Stopping(shared, runtime, handlers);
        this.hands = new PodHands(
                shared,
                volumes,
                parts,
                runtime,
                starting,
                stopping,
                new PodFolders(shared.paths(), journal),
                queue::add);
    }

    @Override
    public String name() {
        return "pod-runner";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        informer.awaitSynced();
        runtime.listen(this::heard);
        volumes.listen(queue::add);
        adopt();
        informer.addEventHandler((before, now) -> {
            wake(before);
            wake(now);
        });
        prober.start();
        writer.start();
        queue.start();
    }

    private void wake(@Nullable NodePod pod) {
        if (pod != null) {
            queue.add(pod.uid());
        }
    }

    private void heard(String uid) {
        if (uid.isEmpty()) {
            book.all().forEach(care -> {
                care.markStale();
                queue.add(care.uid());
            });
        } else {
            book.known(uid).ifPresent(PodCare::markStale);
            queue.add(uid);
        }
    }

    /// Nothing is taken from anybody before everybody who may have something is known.
    private void adopt() throws InterruptedException {
        list().forEach(book::adopt);
        informer.all().forEach(pod -> book.meet(pod, true));
        for (PodCare care : book.all()) {
            NodePod pod = care.pod();
            if (care.runsSomething() || !(pod.isOver() || pod.isBeingDeleted())) {
                volumes.want(pod);
                care.want(pod.meta().resourceVersion());
            }
            queue.add(pod.uid());
        }
        volumes.complete();
    }

    private List<RunningPod> list() throws InterruptedException {
        for (int failures = 0; ; failures++) {
            try {
                String version = runtime.version();
                place = new Place(hostIp, version.substring(0, Math.max(0, version.indexOf("://"))));
                return runtime.pods();
            } catch (IOException e) {
                log.warn("The container runtime does not answer; pods wait for it: {}", e.getMessage());
            }
            if (closed.await(PAUSES.pause(failures).toNanos(), TimeUnit.NANOSECONDS)) {
                throw new InterruptedException("the runner was closed");
            }
        }
    }

    private ReconcileResult work(String uid) throws IOException, InterruptedException {
        Optional<PodCare> found = book.look(uid);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        PodCare care = found.get();
        admission.admit(care, book.all());
        PodView view = book.view(care);
        if (care.isStale()) {
            // Something came to its end after the runtime was asked: it is not under way, and not in the list either.
            queue.add(uid);
            return ReconcileResult.done();
        }
        boolean told = untold(view).isEmpty();
        for (PodStep step : PodDecision.of(view, told)) {
            perform(care, step);
        }
        if (!told) {
            writer.look(uid);
        }
        return ReconcileResult.done();
    }

    private Optional<ObjectNode> untold(PodView view) {
        return PodStatus.of(view, place)
                .filter(status -> !PodStatus.isTold(status, view.pod().status()));
    }

    private Optional<StatusWriter.Draft> draft(String uid) {
        return book.known(uid)
                .map(book::view)
                .flatMap(view ->
                        untold(view).map(status -> new StatusWriter.Draft(view.pod(), status, Gathering.delay(view))));
    }

    private void perform(PodCare care, PodStep step) {
        Instant now = shared.clock().instant();
        NodePod pod = care.pod();
        switch (step) {
            case PodStep.Act act -> hands.begin(care, act);
            case PodStep.WantVolumes _ -> {
                volumes.want(pod);
                care.want(pod.meta().resourceVersion());
                queue.add(pod.uid());
            }
            case PodStep.GiveUp _ -> care.giveUp();
            case PodStep.TellBackOff back -> {
                if (care.say("back-off " + back.container(), String.valueOf(back.attempt()))) {
                    shared.events().warning(pod.reference(), "BackOff", back.message(pod));
                }
            }
            case PodStep.TellMissing missing -> {
                shared.events().warning(pod.reference(), "FailedMount", missing.message());
                care.complain(now);
                queue.add(pod.uid());
            }
            case PodStep.WaitUntil wait -> {
                if (care.waitFor(wait.when(), now)) {
                    queue.addAfter(care.uid(), Duration.between(now, wait.when()));
                }
            }
            case PodStep.Forget _ -> {
                hands.forget(care);
                book.forget(care.uid());
                queue.forget(care.uid());
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        queue.close();
        hands.close();
        prober.close();
        handlers.close();
        writer.close();
    }

    @Override
    public Collection<NodePod> pods() {
        return informer.all();
    }

    @Override
    public Optional<NodePod> pod(String namespace, String name) {
        return informer.find(new NamespacedName(namespace, name));
    }

    @Override
    public Optional<RunningContainer> container(String podUid, String container, boolean previous) {
        return book.known(podUid)
                .flatMap(care -> care.containers().stream()
                        .filter(one -> one.name().equals(container))
                        .sorted(Comparator.comparingInt(RunningContainer::attempt)
                                .reversed())
                        .skip(previous ? 1 : 0)
                        .findFirst());
    }
}
