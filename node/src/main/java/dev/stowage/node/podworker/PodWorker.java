package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodEvictor;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.podworker.podfeatures.PodFeatures;
import dev.stowage.node.podworker.podfeatures.SecurityModules;
import dev.stowage.node.podworker.startspec.StartSpecBuilder;
import dev.stowage.node.podworker.startspec.TerminationMessage;
import dev.stowage.node.prober.HandlerRunner;
import dev.stowage.node.prober.Prober;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.staticpod.PodSources;
import dev.stowage.node.staticpod.StaticPods;
import dev.stowage.node.subpath.SubPaths;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the pods of this node.
public final class PodWorker implements ControllerRole, PodLister, PodEvictor {
    private static final Logger log = LoggerFactory.getLogger(PodWorker.class);
    private static final int WORKERS = 32;
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(10));

    private final NodeContext nodeContext;
    private final PodVolumes volumes;
    private final ContainerRuntime runtime;
    private final String hostIp;
    private final PodSources sources;
    private final PodTable book;
    private final PodAdmission podAdmission;
    private final WorkQueue<String> queue;
    private final PodStatusWriter writer;
    private final HandlerRunner handlerRunner;
    private final Prober prober;
    private final PodExecutor podExecutor;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile PodHost place;

    public PodWorker(
            NodeContext nodeContext,
            PodVolumes volumes,
            SubPaths parts,
            ContainerRuntime runtime,
            String hostIp,
            StaticPods staticPods) {
        this.nodeContext = nodeContext;
        this.volumes = volumes;
        this.runtime = runtime;
        this.hostIp = hostIp;
        this.place = new PodHost(hostIp, "unknown");
        this.queue = new WorkQueue<>("pods", WORKERS, PAUSES, this::work, nodeContext.timer(), nodeContext.queues());
        this.sources = new PodSources(nodeContext, staticPods, this::isManaged, queue::add);
        this.writer = new PodStatusWriter(nodeContext, this::draft);
        var words = new TerminationMessage(nodeContext.paths());
        var startSpecBuilder = new StartSpecBuilder(nodeContext, parts, words, hostIp);
        this.handlerRunner = new HandlerRunner(runtime);
        this.prober = new Prober(nodeContext, handlerRunner, queue::add);
        var journal = new PodJournal(nodeContext.paths());
        this.book = new PodTable(nodeContext, volumes, runtime, prober, words, journal, sources);
        var podFeatures = new PodFeatures(runtime.features(), SecurityModules.ofKernel());
        this.podAdmission = new PodAdmission(nodeContext, podFeatures);
        var podStarter = new PodStarter(
                nodeContext, volumes, runtime, podFeatures, startSpecBuilder, journal, handlerRunner, queue::add);
        var containerStopper = new ContainerStopper(nodeContext, runtime, handlerRunner);
        this.podExecutor = new PodExecutor(
                nodeContext,
                volumes,
                parts,
                runtime,
                podStarter,
                containerStopper,
                new PodDirectories(nodeContext.paths(), journal),
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
        sources.start();
        runtime.listen(this::podChanged);
        volumes.listen(queue::add);
        adopt();
        sources.listen();
        sources.startMirrors();
        prober.start();
        writer.start();
        queue.start();
    }

    private boolean isManaged(String uid) {
        return book.find(uid).isPresent();
    }

    private void podChanged(String uid) {
        if (uid.isEmpty()) {
            book.all().forEach(managedPod -> {
                managedPod.markStale();
                queue.add(managedPod.uid());
            });
        } else {
            book.find(uid).ifPresent(ManagedPod::markStale);
            queue.add(uid);
        }
    }

    /// Nothing is unmounted before all possible users are known.
    private void adopt() throws InterruptedException {
        list().forEach(book::adopt);
        sources.all().forEach(pod -> book.add(pod, true));
        for (ManagedPod managedPod : book.all()) {
            NodePod pod = managedPod.pod();
            if (managedPod.runsSomething() || !(pod.isOver() || pod.isBeingDeleted())) {
                volumes.mount(pod);
                managedPod.markVolumesRequested(pod.meta().resourceVersion());
            }
            queue.add(pod.uid());
        }
        volumes.markPodsComplete();
    }

    private List<RuntimePod> list() throws InterruptedException {
        for (int failures = 0; ; failures++) {
            try {
                String version = runtime.version();
                place = new PodHost(hostIp, version.substring(0, Math.max(0, version.indexOf("://"))));
                return runtime.pods();
            } catch (IOException e) {
                log.warn("The container runtime does not respond; pods are waiting for it: {}", e.getMessage());
            }
            if (closed.await(PAUSES.pause(failures).toNanos(), TimeUnit.NANOSECONDS)) {
                throw new InterruptedException("the pod worker was closed");
            }
        }
    }

    private ReconcileResult work(String uid) throws IOException, InterruptedException {
        Optional<ManagedPod> found = waitsForPredecessor(uid) ? Optional.empty() : book.sync(uid);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        ManagedPod managedPod = found.get();
        podAdmission.admit(managedPod, book.all());
        PodState view = book.state(managedPod);
        if (managedPod.isStale()) {
            // An action ended after the runtime was queried: it is not in progress any more, and its result is
            // not in the list yet.
            queue.add(uid);
            return ReconcileResult.done();
        }
        boolean statusWritten = untold(view).isEmpty();
        for (PodAction step : PodDecision.of(view, statusWritten)) {
            perform(managedPod, step);
        }
        if (!statusWritten) {
            writer.enqueue(uid);
        }
        return ReconcileResult.done();
    }

    /// A changed file is another pod of the same name: it starts when the one before has ended.
    private boolean waitsForPredecessor(String uid) {
        return !isManaged(uid)
                && sources.find(uid).filter(sources::isStatic).stream()
                        .anyMatch(pod -> book.all().stream().anyMatch(other -> pod.isNamed(other.pod())));
    }

    private Optional<ObjectNode> untold(PodState view) {
        return sources.statusObject(view.pod())
                .flatMap(_ -> PodStatus.of(view, place))
                .filter(status -> !PodStatus.isReported(status, view.pod().status()));
    }

    private Optional<PodStatusWriter.Draft> draft(String uid) {
        return book.find(uid)
                .map(book::state)
                .flatMap(view -> untold(view)
                        .flatMap(status -> sources.statusObject(view.pod())
                                .map(pod -> new PodStatusWriter.Draft(pod, status, StatusUpdateDelay.delay(view)))));
    }

    private void perform(ManagedPod managedPod, PodAction step) {
        Instant now = nodeContext.clock().instant();
        NodePod pod = managedPod.pod();
        switch (step) {
            case PodAction.Background background -> podExecutor.begin(managedPod, background);
            case PodAction.MountVolumes _ -> {
                volumes.mount(pod);
                managedPod.markVolumesRequested(pod.meta().resourceVersion());
                queue.add(pod.uid());
            }
            case PodAction.CancelStarts _ -> managedPod.cancelStarts();
            case PodAction.ReportBackOff back -> {
                if (managedPod.isNewEvent("back-off " + back.container(), String.valueOf(back.attempt()))) {
                    nodeContext.events().warning(pod.reference(), "BackOff", back.message(pod));
                }
            }
            case PodAction.ReportMissingVolumes missing -> {
                nodeContext.events().warning(pod.reference(), VolumeEventReasons.FAILED_MOUNT, missing.message());
                managedPod.markVolumesReported(now);
                queue.add(pod.uid());
            }
            case PodAction.WaitUntil wait -> {
                Duration pause = Duration.between(now, wait.when());
                if (managedPod.waitFor(pause, System.nanoTime())) {
                    queue.addAfter(managedPod.uid(), pause);
                }
            }
            case PodAction.Forget _ -> {
                podExecutor.forget(managedPod);
                book.forget(managedPod.uid());
                queue.forget(managedPod.uid());
                sources.forgotten(pod);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        sources.close();
        queue.close();
        podExecutor.close();
        prober.close();
        handlerRunner.close();
        writer.close();
    }

    @Override
    public void evict(String podUid, String message) {
        book.find(podUid).filter(found -> found.evict(message)).ifPresent(found -> {
            nodeContext.events().warning(found.pod().reference(), ManagedPod.EVICTED, message);
            queue.add(podUid);
        });
    }

    @Override
    public Collection<NodePod> pods() {
        return sources.all();
    }

    @Override
    public Optional<NodePod> pod(String namespace, String name) {
        return sources.find(new NamespacedName(namespace, name));
    }

    @Override
    public Optional<RuntimeContainer> container(String podUid, String container, boolean previous) {
        return book.find(podUid)
                .flatMap(managedPod -> managedPod.containers().stream()
                        .filter(one -> one.name().equals(container))
                        .sorted(Comparator.comparingInt(RuntimeContainer::attempt)
                                .reversed())
                        .skip(previous ? 1 : 0)
                        .findFirst());
    }
}
