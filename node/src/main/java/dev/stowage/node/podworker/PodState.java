package dev.stowage.node.podworker;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podworker.ContainerSpec.Part;
import dev.stowage.node.prober.ContainerHealth;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State.Exited;
import dev.stowage.node.runtime.RuntimePod;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that determines what happens to a pod.
///
/// @param known whether the API server still has it
/// @param sandbox the pod sandbox; null when the runtime has none
/// @param containers the latest of each name and some before it, including those that the runtime has forgotten
record PodState(
        NodePod pod,
        boolean known,
        @Nullable RuntimePod sandbox,
        List<RuntimeContainer> containers,
        PodVolumeStatus volumes,
        PodMemory podMemory,
        Instant now) {
    private static final int USUAL_GRACE = 30;
    private static final Duration EVICTION_GRACE = Duration.ofSeconds(1);

    List<ContainerSpec> specs() {
        return ContainerSpec.of(pod);
    }

    Optional<RuntimeContainer> latest(String name) {
        return containers.stream()
                .filter(container -> container.name().equals(name))
                .max(Comparator.comparingInt(RuntimeContainer::attempt));
    }

    Optional<RuntimeContainer> before(RuntimeContainer latest) {
        return containers.stream()
                .filter(container -> container.name().equals(latest.name()) && container.attempt() < latest.attempt())
                .max(Comparator.comparingInt(RuntimeContainer::attempt));
    }

    boolean runsSomething() {
        return containers.stream().anyMatch(RuntimeContainer::runs);
    }

    ContainerHealth health(RuntimeContainer container) {
        return podMemory.health().getOrDefault(container.id(), ContainerHealth.GOOD);
    }

    /// Its deletion is requested.
    boolean isDeletionRequested() {
        return !known || pod.isBeingDeleted();
    }

    /// No container may run any more.
    boolean isTerminating() {
        return isDeletionRequested() || pod.isOver() || failure().isPresent() || isFinished();
    }

    Optional<PodFailure> failure() {
        return Optional.ofNullable(podMemory.refused())
                .or(() -> Optional.ofNullable(podMemory.evicted()))
                .or(this::pastDeadline);
    }

    private Optional<PodFailure> pastDeadline() {
        return deadline()
                .filter(deadline -> !now.isBefore(deadline))
                .map(_ -> new PodFailure(
                        "DeadlineExceeded", "Pod was active on the node longer than the specified deadline"));
    }

    /// The time of its active deadline.
    Optional<Instant> deadline() {
        long seconds = pod.spec().path("activeDeadlineSeconds").asLong(-1);
        String start = pod.status().path("startTime").asText("");
        if (seconds < 0 || start.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(start).plusSeconds(seconds));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /// Its containers have completed, or failed for good.
    boolean isFinished() {
        boolean anyMain = false;
        boolean allEnded = true;
        for (ContainerSpec spec : specs()) {
            Optional<RuntimeContainer> latest = latest(spec.name());
            boolean endedForGood = latest.isPresent()
                    && latest.get().state() instanceof Exited exited
                    && !spec.restarts(pod, exited.code());
            switch (spec.part()) {
                case INIT -> {
                    if (endedForGood && latest.get().state() instanceof Exited exited && exited.code() != 0) {
                        return true;
                    }
                }
                case MAIN -> {
                    anyMain = true;
                    allEnded &= endedForGood;
                }
                case SIDECAR, EPHEMERAL -> {}
            }
        }
        return anyMain && allEnded;
    }

    /// A main container was started, so all init containers have completed.
    boolean isInitialized() {
        return specs().stream()
                .anyMatch(
                        spec -> spec.part() == Part.MAIN && latest(spec.name()).isPresent());
    }

    /// The observed generation of the status. A deletion counts only when nothing runs any more, so that it
    /// alone does not cause a write.
    int generation() {
        long told = pod.status().path("observedGeneration").asLong();
        return (int) (isDeletionRequested() && runsSomething() && told > 0 ? told : pod.generation());
    }

    /// The grace period of its termination.
    Duration grace() {
        if (podMemory.evicted() != null) {
            return EVICTION_GRACE;
        }
        Integer requested = pod.grace();
        int seconds = requested != null && isDeletionRequested()
                ? requested
                : pod.spec().path("terminationGracePeriodSeconds").asInt(USUAL_GRACE);
        return Duration.ofSeconds(Math.max(1, seconds));
    }
}
