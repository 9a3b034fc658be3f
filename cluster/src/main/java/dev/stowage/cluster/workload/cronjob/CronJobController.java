package dev.stowage.cluster.workload.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.ChildIndex;
import dev.stowage.cluster.workload.WorkloadController;
import dev.stowage.cluster.workload.WorkloadWorker;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CronJob;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Starts the jobs of CronJobs by their schedules, and deletes finished ones.
public final class CronJobController implements WorkloadController<CronJob> {
    private final ControllerContext context;
    private final ChildIndex<Job> children;
    private final Informer<Job> jobs;
    private final WorkloadWorker<CronJob> worker;
    private final ScheduleMemory memory = new ScheduleMemory();

    public CronJobController(ControllerContext context) {
        this.context = context;
        this.worker = new WorkloadWorker<>(context, ControllerName.CRON_JOB, Kinds.CRON_JOBS, this::reconcile);
        this.children = worker.children(Kinds.JOBS);
        this.jobs = worker.informer(Kinds.JOBS);
        worker.objects().addEventHandler((before, now) -> {
            if (before != null && now == null) {
                memory.forget(before.key());
            }
        });
    }

    @Override
    public WorkloadWorker<CronJob> worker() {
        return worker;
    }

    private ReconcileResult reconcile(CronJob cronJob) throws ApiFailure, InterruptedException {
        Instant now = context.clock().instant();
        CronJobDecision decision = CronJobDecision.decide(
                new CronJobState(cronJob, children.of(cronJob), missing(cronJob), memory.isChanged(cronJob), now));
        CronJobEvents events = CronJobEvents.of(cronJob);
        worker.execute(decision.actions(), events::failing);
        ObjectNode status = decision.status();
        if (decision.start().isPresent()) {
            Instant scheduled = decision.start().get();
            Optional<Job> started = start(cronJob, scheduled, events);
            if (started.isPresent() && !decision.isActive(started.get())) {
                status = decision.status(started.get(), scheduled);
            }
        }
        worker.updateStatus(cronJob, status);
        return again(cronJob, decision.wake(), now);
    }

    /// Active jobs that are in the cache exist. The watch of jobs may be behind that of CronJobs, so for the
    /// others the server is asked.
    private Set<String> missing(CronJob cronJob) throws ApiFailure, InterruptedException {
        Set<String> known =
                children.of(cronJob).stream().map(job -> job.meta().uid()).collect(Collectors.toSet());
        Set<String> missing = new HashSet<>();
        for (ObjectReference reference : cronJob.active()) {
            if (!known.contains(reference.uid())
                    && jobs.fetch(reference.key())
                            .filter(job -> job.meta().uid().equals(reference.uid()))
                            .isEmpty()) {
                missing.add(reference.uid());
            }
        }
        return missing;
    }

    /// @return the job, also when it was started before and only the status was not written; empty when a job of
    ///     that name belongs to another owner
    private Optional<Job> start(CronJob cronJob, Instant scheduled, CronJobEvents events)
            throws ApiFailure, InterruptedException {
        ClusterAction.Create<Job> create = CronJobDecision.create(cronJob, scheduled);
        String name = CronJobDecision.jobName(cronJob, scheduled);
        NamespacedName key = new NamespacedName(cronJob.meta().namespace(), name);
        try {
            worker.execute(List.of(create, events.created(name)), events::failing);
            return jobs.find(key);
        } catch (ApiFailure e) {
            if (!e.isAlreadyExists()) {
                throw e;
            }
            return jobs.fetch(key)
                    .filter(job -> job.meta()
                            .controller()
                            .filter(owner -> owner.uid().equals(cronJob.meta().uid()))
                            .isPresent());
        }
    }

    private ReconcileResult again(CronJob cronJob, Optional<Instant> wake, Instant now) {
        return wake.filter(time -> memory.needsTimer(cronJob, time, Duration.between(now, time)))
                .map(time -> ReconcileResult.requeueAfter(Duration.between(now, time)))
                .orElseGet(ReconcileResult::done);
    }
}
