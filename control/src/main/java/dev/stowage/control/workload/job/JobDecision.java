package dev.stowage.control.workload.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.workload.Owning;
import dev.stowage.control.workload.PodTelling;
import dev.stowage.control.workload.Ranking;
import dev.stowage.control.workload.Suffixes;
import dev.stowage.control.workload.Template;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Makes the pods that a job still needs, and ends those that it no longer does.
final class JobDecision {
    private static final int MOST_AT_ONCE = 500;
    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    private final JobView view;
    private final Job job;
    private final Suffixes suffixes;
    private final PodTelling telling;
    private final List<Act> acts = new ArrayList<>();

    private JobDecision(JobView view, Suffixes suffixes) {
        this.view = view;
        this.job = view.job();
        this.suffixes = suffixes;
        this.telling = new PodTelling(Owning.about(Kinds.JOBS, job));
    }

    static List<Act> decide(JobView view, Suffixes suffixes) {
        if (view.job().isBeingDeleted() || view.job().isFinished()) {
            return List.of();
        }
        var decision = new JobDecision(view, suffixes);
        decision.decide();
        return decision.acts;
    }

    /// When a finished job shall go; empty when it stays.
    static Optional<Instant> expiry(Job job) {
        Long seconds = job.ttl();
        if (seconds == null || job.isBeingDeleted()) {
            return Optional.empty();
        }
        return job.conditions().stream()
                .filter(condition ->
                        (condition.type().equals("Complete") || condition.type().equals("Failed"))
                                && condition.status().equals("True"))
                .flatMap(condition -> Optional.ofNullable(condition.lastTransitionTime()).stream())
                .findFirst()
                .map(finished -> finished.plusSeconds(seconds));
    }

    static Act forget(Job job) {
        return new Act.Remove<>(Kinds.JOBS, job, DeleteOptions.foreground());
    }

    private void decide() {
        if (job.suspended() || view.verdict().isPresent()) {
            view.active().forEach(this::end);
            return;
        }
        List<Pod> surplus = surplus();
        if (!surplus.isEmpty()) {
            surplus.forEach(this::end);
            return;
        }
        int lacking = Math.min(MOST_AT_ONCE, view.wanted() - view.active().size());
        if (lacking <= 0 || !view.pause().isZero()) {
            return;
        }
        if (job.indexed()) {
            missing().limit(lacking).forEach(index -> make(index));
        } else {
            IntStream.range(0, lacking).forEach(_ -> make(-1));
        }
    }

    private List<Pod> surplus() {
        Set<Pod> surplus = new LinkedHashSet<>();
        if (job.indexed()) {
            Set<Integer> seen = new HashSet<>(view.completed());
            Integer completions = job.completions();
            view.active().stream()
                    .filter(pod ->
                            (completions != null && Indexes.of(pod) >= completions) || !seen.add(Indexes.of(pod)))
                    .forEach(surplus::add);
        }
        List<Pod> others =
                view.active().stream().filter(pod -> !surplus.contains(pod)).toList();
        surplus.addAll(Ranking.firstToGo(others, others, Math.max(0, others.size() - view.wanted()), view.now()));
        return List.copyOf(surplus);
    }

    private IntStream missing() {
        Set<Integer> taken = new HashSet<>(view.completed());
        view.active().forEach(pod -> taken.add(Indexes.of(pod)));
        Integer completions = job.completions();
        return IntStream.range(0, completions == null ? 0 : completions).filter(index -> !taken.contains(index));
    }

    private void end(Pod pod) {
        acts.add(new Act.Remove<>(Kinds.PODS, pod));
        acts.add(telling.deleted(pod.meta().name()));
    }

    /// @param index negative for a pod like any other
    private void make(int index) {
        ObjectNode pod = Template.pod(Kinds.JOBS, job, job.template());
        String prefix = index < 0 ? job.meta().name() + "-" : job.meta().name() + "-" + index + "-";
        String name = suffixes.name(prefix);
        pod.withObject("/metadata").put("name", name).put("generateName", prefix);
        if (index >= 0) {
            String number = Integer.toString(index);
            Template.label(pod, Indexes.INDEX, number);
            pod.withObject("/metadata/annotations").put(Indexes.INDEX, number);
            pod.withObject("/spec").put("hostname", job.meta().name() + "-" + index);
            pod.path("spec").path("initContainers").forEach(JobDecision::tellIndex);
            pod.path("spec").path("containers").forEach(JobDecision::tellIndex);
        }
        acts.add(new Act.Create<>(Kinds.PODS, job.meta().namespace(), pod));
        acts.add(telling.created(name));
    }

    private static void tellIndex(JsonNode container) {
        for (JsonNode variable : container.path("env")) {
            if (variable.path("name").asText("").equals(INDEX_VARIABLE)) {
                return;
            }
        }
        ((ObjectNode) container)
                .withArray("/env")
                .addObject()
                .put("name", INDEX_VARIABLE)
                .putObject("valueFrom")
                .putObject("fieldRef")
                .put("fieldPath", "metadata.labels['" + Indexes.INDEX + "']");
    }
}
