package dev.stowage.cluster.workload.cronjob;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.StatusConditions;
import dev.stowage.flags.GoDuration;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.cron.CronSchedule;
import dev.stowage.k8s.cron.InvalidScheduleException;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.CronJob;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which jobs a CronJob starts and deletes now, and when it has to be looked at again.
final class CronJobDecision {
    static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    private static final Comparator<Job> BY_START = Comparator.comparing(
                    (Job job) -> Objects.requireNonNullElse(job.started(), Instant.MAX))
            .thenComparing(job -> job.meta().name());

    private final CronJobState state;
    private final CronJob cronJob;
    private final CronJobEvents events;
    private final List<ClusterAction> actions = new ArrayList<>();
    private final Map<String, ObjectReference> active = new LinkedHashMap<>();
    private @Nullable Instant lastSuccess;
    private @Nullable Instant start;
    private @Nullable Instant wake;

    private CronJobDecision(CronJobState state) {
        this.state = state;
        this.cronJob = state.cronJob();
        this.events = CronJobEvents.of(cronJob);
        this.lastSuccess = cronJob.lastSuccessfulTime();
        cronJob.active().forEach(reference -> active.put(reference.uid(), reference));
    }

    static CronJobDecision decide(CronJobState state) {
        var decision = new CronJobDecision(state);
        decision.limitHistory();
        decision.observeJobs();
        if (!state.cronJob().isBeingDeleted()) {
            decision.schedule();
        }
        return decision;
    }

    /// Deletions and events, to be executed before a job is started.
    List<ClusterAction> actions() {
        return List.copyOf(actions);
    }

    /// The scheduled time of the job to start.
    Optional<Instant> start() {
        return Optional.ofNullable(start);
    }

    /// When to decide again, if nothing happens before.
    Optional<Instant> wake() {
        return Optional.ofNullable(wake);
    }

    /// The status without a job that is started now.
    ObjectNode status() {
        ObjectNode status = Json.object();
        writeActive(status, new ArrayList<>(active.values()));
        if (lastSuccess != null) {
            status.put("lastSuccessfulTime", StatusConditions.time(lastSuccess));
        }
        return status;
    }

    /// The status when the job was started.
    ObjectNode status(Job started, Instant scheduled) {
        ObjectNode status = status();
        List<ObjectReference> running = new ArrayList<>(active.values());
        running.add(OwnerReferences.objectReference(Kinds.JOBS, started));
        writeActive(status, running);
        return status.put("lastScheduleTime", StatusConditions.time(scheduled));
    }

    boolean isActive(Job job) {
        return active.containsKey(job.meta().uid());
    }

    /// The name is that of the start time: a job is never started twice for the same one.
    static String jobName(CronJob cronJob, Instant scheduled) {
        return cronJob.meta().name() + "-" + scheduled.getEpochSecond() / 60;
    }

    static ClusterAction.Create<Job> create(CronJob cronJob, Instant scheduled) {
        ObjectNode job = Json.object();
        ObjectNode meta = job.putObject("metadata").put("name", jobName(cronJob, scheduled));
        var template = cronJob.template().path("metadata");
        JsonFields.map(template.path("labels"))
                .forEach((name, value) -> meta.withObject("/labels").put(name, value));
        ObjectNode annotations = meta.putObject("annotations");
        JsonFields.map(template.path("annotations")).forEach(annotations::put);
        ZoneId zone = CronSchedule.findZone(cronJob.timeZone()).orElse(ZoneOffset.UTC);
        annotations.put(SCHEDULED, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(scheduled.atZone(zone)));
        meta.putArray("ownerReferences").add(OwnerReferences.reference(Kinds.CRON_JOBS, cronJob));
        job.set("spec", cronJob.template().path("spec").deepCopy());
        return new ClusterAction.Create<>(Kinds.JOBS, cronJob.meta().namespace(), job);
    }

    private static void writeActive(ObjectNode status, List<ObjectReference> references) {
        if (references.isEmpty()) {
            status.putNull("active");
            return;
        }
        ArrayNode list = status.putArray("active");
        references.forEach(reference -> reference.writeTo(list.addObject()));
    }

    private void limitHistory() {
        limit("Complete", cronJob.successfulHistory());
        limit("Failed", cronJob.failedHistory());
    }

    private void limit(String condition, @Nullable Integer most) {
        if (most == null) {
            return;
        }
        List<Job> finished = state.jobs().stream()
                .filter(job -> job.has(condition) && !job.isBeingDeleted())
                .sorted(BY_START)
                .toList();
        finished.subList(0, Math.max(0, finished.size() - most)).forEach(this::delete);
    }

    private void delete(Job job) {
        actions.add(new ClusterAction.Delete<>(Kinds.JOBS, job, DeleteOptions.background()));
        actions.add(events.deleted(job.meta().name()));
        active.remove(job.meta().uid());
    }

    private void observeJobs() {
        for (Job job : state.jobs()) {
            boolean found = isActive(job);
            if (!job.isFinished() && !found && !job.isBeingDeleted()) {
                // Started just before a crash, or by a user in the name of this CronJob.
                actions.add(events.unexpected(job.meta().name()));
            } else if (job.isFinished() && found) {
                active.remove(job.meta().uid());
                actions.add(events.completed(job));
            }
            Instant completed = JsonFields.instant(job.status(), "completionTime");
            if (job.has("Complete") && completed != null && (lastSuccess == null || completed.isAfter(lastSuccess))) {
                lastSuccess = completed;
            }
        }
        for (ObjectReference reference : cronJob.active()) {
            if (state.missing().contains(reference.uid()) && active.remove(reference.uid()) != null) {
                actions.add(events.missing(reference.name()));
            }
        }
    }

    private void schedule() {
        String zone = cronJob.timeZone();
        if (!zone.isEmpty() && CronSchedule.findZone(zone).isEmpty()) {
            actions.add(events.unknownTimeZone(zone));
            return;
        }
        if (cronJob.suspended()) {
            return;
        }
        if (cronJob.schedule().contains("TZ")) {
            actions.add(events.zoneInSchedule(cronJob.schedule()));
        }
        try {
            start(new StartTimes(cronJob, parse(cronJob), state.now()));
        } catch (InvalidScheduleException e) {
            actions.add(events.unparseable(cronJob.schedule(), e.reason()));
        }
    }

    private static CronSchedule parse(CronJob cronJob) throws InvalidScheduleException {
        ZoneId zone = CronSchedule.findZone(cronJob.timeZone()).orElseGet(ZoneId::systemDefault);
        return CronSchedule.parse(cronJob.schedule(), zone, GoDuration::parse);
    }

    private void start(StartTimes times) {
        Optional<StartTimes.Due> due = times.due();
        if (due.isEmpty()) {
            actions.add(events.invalid(cronJob.schedule()));
            return;
        }
        wake = times.wake().orElse(null);
        // The times of a new schedule that are already over are not made up for.
        if (state.isNewSchedule() || due.get().time().isEmpty()) {
            return;
        }
        Instant scheduled = due.get().time().get();
        if (due.get().isTooMany()) {
            actions.add(events.tooManyMissed());
        }
        if (isTooLate(scheduled)) {
            actions.add(events.missed(scheduled));
        } else if (isStarted(scheduled)) {
            return;
        } else if (cronJob.concurrencyPolicy().equals("Forbid") && !active.isEmpty()) {
            actions.add(events.alreadyActive());
        } else {
            replaceActive();
            start = scheduled;
        }
    }

    private boolean isTooLate(Instant scheduled) {
        Long deadline = cronJob.startingDeadline();
        return deadline != null && scheduled.plusSeconds(deadline).isBefore(state.now());
    }

    private boolean isStarted(Instant scheduled) {
        String name = jobName(cronJob, scheduled);
        return scheduled.equals(cronJob.lastScheduleTime())
                || active.values().stream().anyMatch(job -> job.name().equals(name));
    }

    private void replaceActive() {
        if (cronJob.concurrencyPolicy().equals("Replace")) {
            state.jobs().stream().filter(this::isActive).toList().forEach(this::delete);
        }
    }
}
