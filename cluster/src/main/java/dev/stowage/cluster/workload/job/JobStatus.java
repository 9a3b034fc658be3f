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

/// The status of a job, and how it ended.
///
/// @param events recorded when the status is written
record JobStatus(ObjectNode status, List<ClusterAction> events) {

    static JobStatus of(JobState state) {
        Job job = state.job();
        String now = StatusConditions.time(state.now());
        var conditions = new StatusConditions(job.status());
        List<ClusterAction> events = new ArrayList<>();
        ObjectReference about = OwnerReferences.objectReference(Kinds.JOBS, job);
        ObjectNode status = Json.object()
                .put("active", state.active().size())
                .put("ready", state.ready())
                .put("terminating", state.terminating())
                .put("succeeded", state.succeeded())
                .put("failed", state.failed());
        if (job.indexed()) {
            status.put("completedIndexes", CompletionIndexes.write(state.completed()));
        }
        Instant started = job.started();
        boolean resumed = false;
        Optional<JobState.Result> result = state.result();
        if (result.isEmpty() && job.suspended() != job.has("Suspended")) {
            boolean known = conditions.find("Suspended").isPresent();
            if (job.suspended()) {
                conditions.set("Suspended", "True", "JobSuspended", "Job suspended", state.now());
                events.add(ClusterAction.RecordEvent.normal(about, "Suspended", "Job suspended"));
            } else if (known) {
                conditions.set("Suspended", "False", "JobResumed", "Job resumed", state.now());
                events.add(ClusterAction.RecordEvent.normal(about, "Resumed", "Job resumed"));
                resumed = true;
            }
        }
        if ((started == null || resumed) && !job.suspended()) {
            status.put("startTime", now);
        }
        result.ifPresent(end -> {
            conditions.set(
                    end.complete() ? "SuccessCriteriaMet" : "FailureTarget",
                    "True",
                    end.reason(),
                    end.message(),
                    state.now());
            if (state.active().isEmpty() && state.terminating() == 0) {
                finish(end, conditions, status, state);
                events.add(
                        end.complete()
                                ? ClusterAction.RecordEvent.normal(about, "Completed", "Job completed")
                                : ClusterAction.RecordEvent.warning(about, end.reason(), end.message()));
            }
        });
        conditions.list().forEach(condition -> {
            if (!condition.has("lastProbeTime")) {
                ((ObjectNode) condition)
                        .put(
                                "lastProbeTime",
                                condition.path("lastTransitionTime").asText());
            }
        });
        status.set("conditions", conditions.list());
        return new JobStatus(status, events);
    }

    private static void finish(JobState.Result end, StatusConditions conditions, ObjectNode status, JobState state) {
        String type = end.complete() ? "Complete" : "Failed";
        conditions.set(type, "True", end.reason(), end.message(), state.now());
        if (end.complete()) {
            status.put("completionTime", StatusConditions.time(state.now()));
        }
    }
}
