package dev.stowage.cluster.workload.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.StatusConditions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How far a job has come, and how it ended.
///
/// @param told what its user hears of it
record JobStatus(ObjectNode status, List<ClusterAction> told) {

    static JobStatus of(JobState view) {
        Job job = view.job();
        String now = StatusConditions.time(view.now());
        var statusConditions = new StatusConditions(job.status());
        List<ClusterAction> told = new ArrayList<>();
        ObjectReference about = OwnerReferences.objectReference(Kinds.JOBS, job);
        ObjectNode status = Json.object()
                .put("active", view.active().size())
                .put("ready", view.ready())
                .put("terminating", view.terminating())
                .put("succeeded", view.succeeded())
                .put("failed", view.failed());
        if (job.indexed()) {
            status.put("completedIndexes", CompletionIndexes.write(view.completed()));
        }
        Instant started = job.started();
        boolean resumed = false;
        Optional<JobState.Result> verdict = view.verdict();
        if (verdict.isEmpty() && job.suspended() != job.has("Suspended")) {
            boolean known = statusConditions.find("Suspended").isPresent();
            if (job.suspended()) {
                statusConditions.set("Suspended", "True", "JobSuspended", "Job suspended", view.now());
                told.add(ClusterAction.RecordEvent.normal(about, "Suspended", "Job suspended"));
            } else if (known) {
                statusConditions.set("Suspended", "False", "JobResumed", "Job resumed", view.now());
                told.add(ClusterAction.RecordEvent.normal(about, "Resumed", "Job resumed"));
                resumed = true;
            }
        }
        if ((started == null || resumed) && !job.suspended()) {
            status.put("startTime", now);
        }
        verdict.ifPresent(end -> {
            statusConditions.set(
                    end.complete() ? "SuccessCriteriaMet" : "FailureTarget",
                    "True",
                    end.reason(),
                    end.message(),
                    view.now());
            if (view.active().isEmpty() && view.terminating() == 0) {
                finish(end, statusConditions, status, view);
                told.add(
                        end.complete()
                                ? ClusterAction.RecordEvent.normal(about, "Completed", "Job completed")
                                : ClusterAction.RecordEvent.warning(about, end.reason(), end.message()));
            }
        });
        statusConditions.list().forEach(condition -> {
            if (!condition.has("lastProbeTime")) {
                ((ObjectNode) condition)
                        .put(
                                "lastProbeTime",
                                condition.path("lastTransitionTime").asText());
            }
        });
        status.set("conditions", statusConditions.list());
        return new JobStatus(status, told);
    }

    private static void finish(
            JobState.Result end, StatusConditions statusConditions, ObjectNode status, JobState view) {
        String type = end.complete() ? "Complete" : "Failed";
        statusConditions.set(type, "True", end.reason(), end.message(), view.now());
        if (end.complete()) {
            status.put("completionTime", StatusConditions.time(view.now()));
        }
    }
}
