package dev.stowage.cluster.workload.job;

import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatusCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.stream.Stream;

/// A job and its pods.
///
/// Results are counted by the pods that exist, and never below what was written before: pods have no
/// finalizer that keeps them until they are counted. A pod that is deleted before its end was observed is run
/// again.
record JobState(Job job, List<Pod> pods, Instant now) {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    /// How a job ends.
    ///
    /// @param complete whether it succeeded
    record Result(boolean complete, String reason, String message) {}

    List<Pod> active() {
        return pods.stream()
                .filter(pod -> !pod.isOver() && !pod.isBeingDeleted())
                .toList();
    }

    int terminating() {
        return count(pods.stream()
                .filter(pod -> !pod.isOver() && pod.isBeingDeleted())
                .count());
    }

    int ready() {
        return count(active().stream().filter(Pod::isReady).count());
    }

    NavigableSet<Integer> completed() {
        NavigableSet<Integer> completed =
                CompletionIndexes.parse(job.status().path("completedIndexes").asText(""));
        pods.stream()
                .filter(pod -> pod.phase().equals("Succeeded"))
                .map(CompletionIndexes::of)
                .forEach(completed::add);
        Integer completions = job.completions();
        return completed.subSet(0, true, completions == null ? Integer.MAX_VALUE : completions, false);
    }

    int succeeded() {
        return job.indexed() ? completed().size() : ended("Succeeded", "succeeded");
    }

    int failed() {
        return ended("Failed", "failed");
    }

    private int ended(String phase, String field) {
        int seen = count(pods.stream().filter(pod -> pod.phase().equals(phase)).count());
        return Math.max(seen, job.status().path(field).asInt());
    }

    Optional<Result> result() {
        for (StatusCondition condition : job.conditions()) {
            if (condition.status().equals("True")
                    && (condition.type().equals("FailureTarget")
                            || condition.type().equals("SuccessCriteriaMet"))) {
                return Optional.of(new Result(
                        condition.type().equals("SuccessCriteriaMet"), condition.reason(), condition.message()));
            }
        }
        if (failed() > job.backoffLimit()) {
            return Optional.of(
                    new Result(false, "BackoffLimitExceeded", "Job has reached the specified backoff limit"));
        }
        Optional<Instant> deadline = deadline();
        if (deadline.isPresent() && !deadline.get().isAfter(now)) {
            return Optional.of(new Result(false, "DeadlineExceeded", "Job was active longer than specified deadline"));
        }
        Integer completions = job.completions();
        boolean enough = completions == null ? succeeded() > 0 : succeeded() >= completions;
        return enough && active().isEmpty()
                ? Optional.of(new Result(true, "CompletionsReached", "Reached expected number of succeeded pods"))
                : Optional.empty();
    }

    Optional<Instant> deadline() {
        Instant started = job.started();
        Long seconds = job.deadline();
        return started == null || seconds == null || job.suspended()
                ? Optional.empty()
                : Optional.of(started.plusSeconds(seconds));
    }

    /// How many pods must be active.
    int wanted() {
        Integer completions = job.completions();
        if (completions == null) {
            return succeeded() > 0 ? active().size() : job.parallelism();
        }
        return Math.max(0, Math.min(job.parallelism(), completions - succeeded()));
    }

    /// Failures in a row delay the next attempt, longer each time.
    Duration pause() {
        Instant success = ends("Succeeded").max(Comparator.naturalOrder()).orElse(Instant.MIN);
        List<Instant> failures =
                ends("Failed").filter(end -> end.isAfter(success)).sorted().toList();
        if (failures.isEmpty()) {
            return Duration.ZERO;
        }
        Duration pause = FIRST_PAUSE;
        for (int i = 1; i < failures.size() && pause.compareTo(LONGEST_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        Duration left = Duration.between(now, failures.getLast().plus(pause));
        return left.isPositive() ? left : Duration.ZERO;
    }

    private Stream<Instant> ends(String phase) {
        return pods.stream().filter(pod -> pod.phase().equals(phase)).map(this::end);
    }

    private Instant end(Pod pod) {
        return pod.conditions().stream()
                .filter(condition -> condition.type().equals("Ready"))
                .flatMap(condition -> Optional.ofNullable(condition.lastTransitionTime()).stream())
                .findFirst()
                .or(() -> Optional.ofNullable(pod.meta().creationTimestamp()))
                .orElse(now);
    }

    private static int count(long number) {
        return Math.toIntExact(number);
    }
}
