package dev.stowage.node.podworker;

import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podworker.ContainerSpec.Part;
import dev.stowage.node.prober.ContainerHealth;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides how a pod is started and kept running.
final class PodStartDecision {
    /// Missing volumes are reported when they take longer than usual.
    private static final Duration PATIENCE = Duration.ofSeconds(123);

    private final PodState view;
    private final List<PodAction> steps = new ArrayList<>();
    private boolean busy;
    private boolean closed;

    private PodStartDecision(PodState view) {
        this.view = view;
        this.busy = view.podMemory().isStarting();
    }

    static List<PodAction> of(PodState view) {
        var podStartDecision = new PodStartDecision(view);
        podStartDecision.decide();
        return podStartDecision.steps;
    }

    private void decide() {
        String version = view.pod().meta().resourceVersion();
        if (!view.podMemory().volumesVersion().equals(version)) {
            steps.add(new PodAction.MountVolumes(version));
        }
        view.deadline().ifPresent(deadline -> steps.add(new PodAction.WaitUntil(deadline)));
        // What containers share does not need the volumes, and takes its time as they do.
        boolean prepared = view.sandbox() != null && view.sandbox().ready();
        if (!prepared) {
            PodDecision.attempt(view, PodMemory.POD, new PodAction.PrepareSandbox(), steps);
        }
        if (view.volumes() instanceof PodVolumeStatus.Waiting missing) {
            complain(missing);
        }
        // What runs is watched, whatever happens to volumes; what begins needs them.
        closed = !prepared || !(view.volumes() instanceof PodVolumeStatus.Ready);
        containers();
        // Also while the pod is being initialized: that may be what is debugged.
        view.specs().stream().filter(spec -> spec.part() == Part.EPHEMERAL).forEach(this::keep);
    }

    private void complain(PodVolumeStatus.Waiting missing) {
        Instant when = view.podMemory().missingSince().plus(PATIENCE);
        if (view.now().isBefore(when)) {
            steps.add(new PodAction.WaitUntil(when));
            return;
        }
        steps.add(new PodAction.ReportMissingVolumes(
                "Unable to attach or mount volumes: unmounted volumes=%s, unattached volumes=%s, failed to process volumes=%s: %s"
                        .formatted(
                                shown(missing.unmounted()),
                                shown(missing.unattached()),
                                shown(missing.failed()),
                                missing.why().isEmpty() ? "timed out waiting for the condition" : missing.why())));
    }

    private static String shown(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    private void containers() {
        boolean initialized = view.isInitialized();
        for (ContainerSpec spec : view.specs()) {
            if (spec.part() == Part.EPHEMERAL) {
                return;
            }
            boolean open = initialized
                    || switch (spec.part()) {
                        case INIT -> isDone(spec);
                        case SIDECAR -> isUp(spec);
                        case MAIN, EPHEMERAL -> true;
                    };
            if (!open) {
                keep(spec);
                return;
            }
            if (spec.part() != Part.INIT) {
                keep(spec);
            }
        }
    }

    private boolean isDone(ContainerSpec spec) {
        return view.latest(spec.name())
                .filter(latest -> latest.state() instanceof State.Exited exited && exited.code() == 0)
                .isPresent();
    }

    private boolean isUp(ContainerSpec spec) {
        return view.latest(spec.name())
                .filter(latest -> latest.runs() && view.health(latest).started())
                .isPresent();
    }

    /// Sees to it that it runs, unless it has ended for good.
    private void keep(ContainerSpec spec) {
        Optional<RuntimeContainer> latest = view.latest(spec.name());
        if (latest.isEmpty()) {
            start(spec, 0);
            return;
        }
        RuntimeContainer container = latest.get();
        switch (container.state()) {
            // It was created, and the node ended before it was started.
            case State.Created _ -> start(spec, container.attempt() + 1);
            case State.Running _ -> watch(spec, container);
            case State.Exited exited -> {
                if (spec.restarts(view.pod(), exited.code())) {
                    restart(spec, container, exited.until());
                }
            }
        }
    }

    private void watch(ContainerSpec spec, RuntimeContainer container) {
        ContainerHealth containerHealth = view.health(container);
        boolean stops = view.podMemory().underWay().stream()
                .anyMatch(background -> background instanceof PodAction.StopContainer stopContainer
                        && stopContainer.id().equals(container.id()));
        if (containerHealth.alive() || stops) {
            return;
        }
        String kind = containerHealth.started() ? "liveness" : "startup";
        long grace = spec.spec()
                .path(kind + "Probe")
                .path("terminationGracePeriodSeconds")
                .asLong(view.grace().toSeconds());
        var stopContainer = new PodAction.StopContainer(
                container.id(),
                spec.name(),
                view.now().plusSeconds(grace),
                "Container %s failed %s probe, will be restarted".formatted(spec.name(), kind));
        PodDecision.attempt(view, container.id(), stopContainer, steps);
    }

    private void restart(ContainerSpec spec, RuntimeContainer ended, Instant when) {
        CrashLoopBackOff crashLoopBackOff = view.podMemory().crashes().get(spec.name());
        if (crashLoopBackOff != null && crashLoopBackOff.isPending(when, view.now())) {
            steps.add(new PodAction.ReportBackOff(spec.name(), ended.attempt()));
            steps.add(new PodAction.WaitUntil(crashLoopBackOff.until(when)));
        } else {
            start(spec, ended.attempt() + 1);
        }
    }

    /// One after another, in the order in which they are written: some pods rely on it.
    private void start(ContainerSpec spec, int attempt) {
        if (busy || closed) {
            return;
        }
        int before = steps.size();
        PodDecision.attempt(view, spec.name(), new PodAction.StartContainer(spec.name(), attempt), steps);
        busy = steps.size() > before && steps.getLast() instanceof PodAction.StartContainer;
    }
}
