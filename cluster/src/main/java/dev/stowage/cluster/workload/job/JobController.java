package dev.stowage.cluster.workload.job;

import dev.stowage.cluster.workload.ChildAdoption;
import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.WorkloadStatusUpdate;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Runs Jobs, and removes those whose time after their end is up.
public final class JobController implements Controller {
    private static final String OURS = "kubernetes.io/job-controller";

    private final ControllerContext context;
    private final ChildIndex<Pod> pods;
    private final WorkloadWorker<Job> workloadWorker;
    private final NameGenerator nameGenerator = new NameGenerator(RandomGenerator.getDefault());

    public JobController(ControllerContext context) {
        this.context = context;
        Informer<Job> jobs = context.informers().of(Kinds.JOBS);
        Informer<Pod> podMirror = context.informers().of(Kinds.PODS);
        this.pods = new ChildIndex<>(podMirror);
        this.workloadWorker = new WorkloadWorker<>(context, name(), jobs, List.of(podMirror), this::look);
        pods.enqueueOwners(jobs, workloadWorker.queue());
    }

    @Override
    public String name() {
        return "job-controller";
    }

    @Override
    public void start() throws InterruptedException {
        workloadWorker.start();
    }

    @Override
    public void close() {
        workloadWorker.close();
    }

    private ReconcileResult look(Job job) throws ApiFailure, InterruptedException {
        if (!job.managedBy().isEmpty() && !job.managedBy().equals(OURS)) {
            return ReconcileResult.done();
        }
        if (job.isFinished()) {
            return expire(job);
        }
        ChildAdoption<Pod> childAdoption = ChildAdoption.of(
                Kinds.JOBS,
                job,
                Kinds.PODS,
                pods.candidates(job),
                pod -> job.selector().matches(pod.meta().labels()));
        if (!workloadWorker.adopt(job, childAdoption.changes())) {
            return ReconcileResult.done();
        }
        try {
            workloadWorker.execute(
                    JobDecision.decide(view(job), nameGenerator),
                    new PodEvents(OwnerReferences.objectReference(Kinds.JOBS, job))::failing);
        } finally {
            // What came of it, also when not all of it came.
            report(job);
        }
        return next(view(job));
    }

    private void report(Job job) throws ApiFailure, InterruptedException {
        JobStatus status = JobStatus.of(view(job));
        Optional<ClusterAction> change = WorkloadStatusUpdate.change(Kinds.JOBS, job, status.status());
        if (change.isPresent()) {
            context.executor().execute(change.get());
            context.executor().execute(status.told());
        }
    }

    private static ReconcileResult next(JobState view) {
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
        Duration left = Duration.between(context.clock().instant(), expiry.get());
        if (left.isPositive()) {
            return ReconcileResult.requeueAfter(left);
        }
        context.executor().execute(JobDecision.forget(job));
        return ReconcileResult.done();
    }

    private JobState view(Job job) {
        List<Pod> members = pods.of(job).stream()
                .filter(pod -> job.selector().matches(pod.meta().labels()))
                .toList();
        return new JobState(job, members, context.clock().instant());
    }
}
