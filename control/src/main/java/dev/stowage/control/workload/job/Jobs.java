package dev.stowage.control.workload.job;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Desk;
import dev.stowage.control.workload.Family;
import dev.stowage.control.workload.Kin;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.PodTelling;
import dev.stowage.control.workload.Status;
import dev.stowage.control.workload.Suffixes;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Runs Jobs, and removes those whose time after their end is up.
public final class Jobs implements Controller {
    private static final String OURS = "kubernetes.io/job-controller";

    private final Shared shared;
    private final Kin<Pod> pods;
    private final Desk<Job> desk;
    private final Suffixes suffixes = new Suffixes(RandomGenerator.getDefault());

    public Jobs(Shared shared) {
        this.shared = shared;
        Informer<Job> jobs = shared.informers().of(Kinds.JOBS);
        Informer<Pod> podMirror = shared.informers().of(Kinds.PODS);
        this.pods = new Kin<>(podMirror);
        this.desk = new Desk<>(shared, name(), jobs, List.of(podMirror), this::look);
        pods.wake(jobs, desk.queue());
    }

    @Override
    public String name() {
        return "job-controller";
    }

    @Override
    public void start() throws InterruptedException {
        desk.start();
    }

    @Override
    public void close() {
        desk.close();
    }

    private ReconcileResult look(Job job) throws ApiFailure, InterruptedException {
        if (!job.managedBy().isEmpty() && !job.managedBy().equals(OURS)) {
            return ReconcileResult.done();
        }
        if (job.isFinished()) {
            return expire(job);
        }
        Family<Pod> family = Family.of(
                Kinds.JOBS,
                job,
                Kinds.PODS,
                pods.candidates(job),
                pod -> job.selector().matches(pod.meta().labels()));
        if (!desk.unite(job, family.changes())) {
            return ReconcileResult.done();
        }
        try {
            desk.carryOut(
                    JobDecision.decide(view(job), suffixes), new PodTelling(Owning.about(Kinds.JOBS, job))::failing);
        } finally {
            // What came of it, also when not all of it came.
            report(job);
        }
        return next(view(job));
    }

    private void report(Job job) throws ApiFailure, InterruptedException {
        JobStatus status = JobStatus.of(view(job));
        Optional<Act> change = Status.change(Kinds.JOBS, job, status.status());
        if (change.isPresent()) {
            shared.hands().carryOut(change.get());
            shared.hands().carryOut(status.told());
        }
    }

    private static ReconcileResult next(JobView view) {
        Stream<Duration> deadline = view.deadline().map(end -> Duration.between(view.now(), end)).stream();
        return Stream.concat(deadline, Stream.of(view.pause()))
                .filter(Duration::isPositive)
                .min(Duration::compareTo)
                .map(ReconcileResult::requeueAfter)
                .orElseGet(ReconcileResult::done);
    }

    private ReconcileResult expire(Job job) throws ApiFailure, InterruptedException {
        Optional<Instant> expiry = JobDecision.expiry(job);
        if (expiry.isEmpty()) {
            return ReconcileResult.done();
        }
        Duration left = Duration.between(shared.clock().instant(), expiry.get());
        if (left.isPositive()) {
            return ReconcileResult.requeueAfter(left);
        }
        shared.hands().carryOut(JobDecision.forget(job));
        return ReconcileResult.done();
    }

    private JobView view(Job job) {
        List<Pod> members = pods.of(job).stream()
                .filter(pod -> job.selector().matches(pod.meta().labels()))
                .toList();
        return new JobView(job, members, shared.clock().instant());
    }
}
