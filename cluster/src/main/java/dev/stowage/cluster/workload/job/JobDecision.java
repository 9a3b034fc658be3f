package dev.stowage.cluster.workload.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.cluster.workload.PodDeletionRanking;
import dev.stowage.cluster.workload.PodEvents;
import dev.stowage.cluster.workload.PodTemplate;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Creates the pods that a job still needs, and deletes those that it no longer does.
final class JobDecision {
    private static final int MOST_AT_ONCE = 500;
    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    private final JobState state;
    private final Job job;
    private final NameGenerator nameGenerator;
    private final PodEvents telling;
    private final List<ClusterAction> actions = new ArrayList<>();

    private JobDecision(JobState state, NameGenerator nameGenerator) {
        this.state = state;
        this.job = state.job();
        this.nameGenerator = nameGenerator;
        this.telling = new PodEvents(OwnerReferences.objectReference(Kinds.JOBS, job));
    }

    static List<ClusterAction> decide(JobState state, NameGenerator nameGenerator) {
        if (state.job().isBeingDeleted() || state.job().isFinished()) {
            return List.of();
        }
        var decision = new JobDecision(state, nameGenerator);
        decision.decide();
        return decision.actions;
    }

    /// When a finished job is deleted; empty when it stays.
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

    static ClusterAction forget(Job job) {
        return new ClusterAction.Delete<>(Kinds.JOBS, job, DeleteOptions.foreground());
    }

    private void decide() {
        if (job.suspended() || state.result().isPresent()) {
            state.active().forEach(this::end);
            return;
        }
        List<Pod> surplus = surplus();
        if (!surplus.isEmpty()) {
            surplus.forEach(this::end);
            return;
        }
        int missing = Math.min(MOST_AT_ONCE, state.wanted() - state.active().size());
        if (missing <= 0 || !state.pause().isZero()) {
            return;
        }
        if (job.indexed()) {
            missing().limit(missing).forEach(index -> make(index));
        } else {
            IntStream.range(0, missing).forEach(_ -> make(-1));
        }
    }

    private List<Pod> surplus() {
        Set<Pod> surplus = new LinkedHashSet<>();
        if (job.indexed()) {
            Set<Integer> seen = new HashSet<>(state.completed());
            Integer completions = job.completions();
            state.active().stream()
                    .filter(pod -> (completions != null && CompletionIndexes.of(pod) >= completions)
                            || !seen.add(CompletionIndexes.of(pod)))
                    .forEach(surplus::add);
        }
        List<Pod> others =
                state.active().stream().filter(pod -> !surplus.contains(pod)).toList();
        surplus.addAll(
                PodDeletionRanking.firstToGo(others, others, Math.max(0, others.size() - state.wanted()), state.now()));
        return List.copyOf(surplus);
    }

    private IntStream missing() {
        Set<Integer> taken = new HashSet<>(state.completed());
        state.active().forEach(pod -> taken.add(CompletionIndexes.of(pod)));
        Integer completions = job.completions();
        return IntStream.range(0, completions == null ? 0 : completions).filter(index -> !taken.contains(index));
    }

    private void end(Pod pod) {
        actions.add(new ClusterAction.Delete<>(Kinds.PODS, pod));
        actions.add(telling.deleted(pod.meta().name()));
    }

    /// @param index negative for a pod without a completion index
    private void make(int index) {
        ObjectNode pod = PodTemplate.pod(Kinds.JOBS, job, job.template());
        String prefix = index < 0 ? job.meta().name() + "-" : job.meta().name() + "-" + index + "-";
        String name = nameGenerator.generate(prefix);
        pod.withObject("/metadata").put("name", name).put("generateName", prefix);
        if (index >= 0) {
            String number = Integer.toString(index);
            PodTemplate.label(pod, CompletionIndexes.INDEX, number);
            pod.withObject("/metadata/annotations").put(CompletionIndexes.INDEX, number);
            pod.withObject("/spec").put("hostname", job.meta().name() + "-" + index);
            pod.path("spec").path("initContainers").forEach(JobDecision::addIndexVariable);
            pod.path("spec").path("containers").forEach(JobDecision::addIndexVariable);
        }
        actions.add(new ClusterAction.Create<>(Kinds.PODS, job.meta().namespace(), pod));
        actions.add(telling.created(name));
    }

    private static void addIndexVariable(JsonNode container) {
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
                .put("fieldPath", "metadata.labels['" + CompletionIndexes.INDEX + "']");
    }
}
