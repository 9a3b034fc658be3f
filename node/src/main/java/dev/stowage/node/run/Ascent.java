package dev.stowage.node.run;

import dev.stowage.node.run.ContainerSpec.Part;
import dev.stowage.node.run.probe.Health;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningContainer.State;
import dev.stowage.node.volume.VolumeAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a pod comes up and stays up.
final class Ascent {
    /// Users are told of missing volumes when it takes longer than usual.
    private static final Duration PATIENCE = Duration.ofSeconds(123);

    private final PodView view;
    private final List<PodStep> steps = new ArrayList<>();
    private boolean busy;
    private boolean closed;

    private Ascent(PodView view) {
        this.view = view;
        this.busy = view.memory().isStarting();
    }

    static List<PodStep> of(PodView view) {
        var ascent = new Ascent(view);
        ascent.decide();
        return ascent.steps;
    }

    private void decide() {
        String version = view.pod().meta().resourceVersion();
        if (!view.memory().wanted().equals(version)) {
            steps.add(new PodStep.WantVolumes(version));
        }
        view.deadline().ifPresent(deadline -> steps.add(new PodStep.WaitUntil(deadline)));
        // What containers share does not need the volumes, and takes its time as they do.
        boolean prepared = view.place() != null && view.place().ready();
        if (!prepared) {
            PodDecision.attempt(view, Memory.POD, new PodStep.Prepare(), steps);
        }
        if (view.volumes() instanceof VolumeAnswer.Waiting missing) {
            complain(missing);
        }
        // What runs is watched, whatever happens to volumes; what begins needs them.
        closed = !prepared || !(view.volumes() instanceof VolumeAnswer.Ready);
        containers();
    }

    private void complain(VolumeAnswer.Waiting missing) {
        Instant when = view.memory().missingSince().plus(PATIENCE);
        if (view.now().isBefore(when)) {
            steps.add(new PodStep.WaitUntil(when));
            return;
        }
        steps.add(new PodStep.TellMissing(
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
            boolean open = initialized
                    || switch (spec.part()) {
                        case INIT -> isDone(spec);
                        case SIDECAR -> isUp(spec);
                        case MAIN -> true;
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
        Optional<RunningContainer> latest = view.latest(spec.name());
        if (latest.isEmpty()) {
            start(spec, 0);
            return;
        }
        RunningContainer container = latest.get();
        switch (container.state()) {
            // It was made, and the node ended before it began.
            case State.Created _ -> start(spec, container.attempt() + 1);
            case State.Running _ -> watch(spec, container);
            case State.Exited exited -> {
                if (spec.restarts(view.pod(), exited.code())) {
                    restart(spec, container, exited.until());
                }
            }
        }
    }

    private void watch(ContainerSpec spec, RunningContainer container) {
        Health health = view.health(container);
        boolean stops = view.memory().underWay().stream()
                .anyMatch(act -> act instanceof PodStep.Stop stop && stop.id().equals(container.id()));
        if (health.alive() || stops) {
            return;
        }
        String kind = health.started() ? "liveness" : "startup";
        long grace = spec.spec()
                .path(kind + "Probe")
                .path("terminationGracePeriodSeconds")
                .asLong(view.grace().toSeconds());
        var stop = new PodStep.Stop(
                container.id(),
                spec.name(),
                view.now().plusSeconds(grace),
                "Container %s failed %s probe, will be restarted".formatted(spec.name(), kind));
        PodDecision.attempt(view, container.id(), stop, steps);
    }

    private void restart(ContainerSpec spec, RunningContainer ended, Instant when) {
        Crash crash = view.memory().crashes().get(spec.name());
        Instant until = crash == null ? when : crash.until(when);
        if (until.isAfter(view.now())) {
            steps.add(new PodStep.TellBackOff(spec.name(), ended.attempt()));
            steps.add(new PodStep.WaitUntil(until));
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
        PodDecision.attempt(view, spec.name(), new PodStep.Start(spec.name(), attempt), steps);
        busy = steps.size() > before && steps.getLast() instanceof PodStep.Start;
    }
}
