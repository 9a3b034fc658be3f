package dev.stowage.cluster.workload.job;

import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.WorkloadController;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Runs Jobs, and deletes finished ones when their `ttlSecondsAfterFinished` is over.
public final class JobController implements WorkloadController<Job> {
    private static final String OURS = "kubernetes.io/job-controller";

    private final ControllerContext context;
    private final ChildIndex<Pod> pods;
    private final WorkloadWorker<Job> worker;
    private final NameGenerator nameGenerator = new NameGenerator(RandomGenerator.getDefault());

    public JobController(ControllerContext context) {
        this.context = context;
        this.worker = new WorkloadWorker<>(context, ControllerName.JOB, Kinds.JOBS, this::reconcile);
        this.pods = worker.children(Kinds.PODS);
    }

    @Override
    public WorkloadWorker<Job> worker() {
        return worker;
    }

    private ReconcileResult reconcile(Job job) throws ApiFailure, InterruptedException {
        if (!job.managedBy().isEmpty() && !job.managedBy().equals(OURS)) {
            return ReconcileResult.done();
        }
        if (job.isFinished()) {
            return expire(job);
        }
        if (worker.adopt(job, pods).isEmpty()) {
            return ReconcileResult.done();
        }
        try {
            worker.execute(
                    JobDecision.decide(state(job), nameGenerator),
                    new PodEvents(OwnerReferences.objectReference(Kinds.JOBS, job))::failing);
        } finally {
            // Also after a failure: the status counts what was done before it.
            JobStatus status = JobStatus.of(state(job));
            if (worker.updateStatus(job, status.status())) {
                context.executor().execute(status.events());
            }
        }
        return next(state(job));
    }

    private static ReconcileResult next(JobState state) {
        Stream<Duration> deadline = state.deadline().map(end -> Duration.between(state.now(), end)).stream();
        return Stream.concat(deadline, Stream.of(state.pause()))
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

    private JobState state(Job job) {
        return new JobState(job, pods.matching(job), context.clock().instant());
    }
}
