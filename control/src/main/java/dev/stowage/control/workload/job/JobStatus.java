package dev.stowage.control.workload.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Conditions;
import dev.stowage.control.workload.Owning;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.ObjectReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How far a job has come, and how it ended.
///
/// @param told what its user hears of it
record JobStatus(ObjectNode status, List<Act> told) {

    static JobStatus of(JobView view) {
        Job job = view.job();
        String now = Conditions.time(view.now());
        var conditions = new Conditions(job.status());
        List<Act> told = new ArrayList<>();
        ObjectReference about = Owning.about(Kinds.JOBS, job);
        ObjectNode status = Json.object()
                .put("active", view.active().size())
                .put("ready", view.ready())
                .put("terminating", view.terminating())
                .put("succeeded", view.succeeded())
                .put("failed", view.failed());
        if (job.indexed()) {
            status.put("completedIndexes", Indexes.write(view.completed()));
        }
        Instant started = job.started();
        boolean resumed = false;
        Optional<JobView.Verdict> verdict = view.verdict();
        if (verdict.isEmpty() && job.suspended() != job.has("Suspended")) {
            boolean known = conditions.find("Suspended").isPresent();
            if (job.suspended()) {
                conditions.set("Suspended", "True", "JobSuspended", "Job suspended", view.now());
                told.add(Act.Tell.normal(about, "Suspended", "Job suspended"));
            } else if (known) {
                conditions.set("Suspended", "False", "JobResumed", "Job resumed", view.now());
                told.add(Act.Tell.normal(about, "Resumed", "Job resumed"));
                resumed = true;
            }
        }
        if ((started == null || resumed) && !job.suspended()) {
            status.put("startTime", now);
        }
        verdict.ifPresent(end -> {
            conditions.set(
                    end.complete() ? "SuccessCriteriaMet" : "FailureTarget",
                    "True",
                    end.reason(),
                    end.message(),
                    view.now());
            if (view.active().isEmpty() && view.terminating() == 0) {
                finish(end, conditions, status, view);
                told.add(
                        end.complete()
                                ? Act.Tell.normal(about, "Completed", "Job completed")
                                : Act.Tell.warning(about, end.reason(), end.message()));
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
        return new JobStatus(status, told);
    }

    private static void finish(JobView.Verdict end, Conditions conditions, ObjectNode status, JobView view) {
        String type = end.complete() ? "Complete" : "Failed";
        conditions.set(type, "True", end.reason(), end.message(), view.now());
        if (end.complete()) {
            status.put("completionTime", Conditions.time(view.now()));
        }
    }
}
