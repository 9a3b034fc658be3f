package dev.stowage.node.run;

import dev.stowage.node.run.ContainerSpec.Part;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.volume.VolumeAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a pod ends: its containers, then what they shared, then its volumes, then itself.
final class Descent {
    private final PodView view;
    private final List<PodStep> steps = new ArrayList<>();

    private Descent(PodView view) {
        this.view = view;
    }

    static List<PodStep> of(PodView view, boolean told) {
        var descent = new Descent(view);
        descent.decide(told);
        return descent.steps;
    }

    private void decide(boolean told) {
        Memory memory = view.memory();
        if (view.runsSomething()
                && !memory.released()
                && !memory.wanted().equals(view.pod().meta().resourceVersion())) {
            // After a restart of the node: what still runs needs its volumes until it has ended.
            steps.add(new PodStep.WantVolumes(view.pod().meta().resourceVersion()));
        }
        if (memory.isStarting()) {
            steps.add(new PodStep.GiveUp());
        }
        if (stop() || memory.isStarting() || memory.isStopping()) {
            return;
        }
        if (view.place() != null) {
            // The runtime is the only one who knows how containers ended, until the API server does.
            if (view.isEnding() || (told && view.pod().isOver())) {
                PodDecision.attempt(view, Memory.REMOVAL, new PodStep.RemovePod(), steps);
            }
            return;
        }
        if (!memory.released()) {
            PodDecision.attempt(view, Memory.VOLUMES, new PodStep.ReleaseVolumes(), steps);
        } else if (view.isEnding() && view.volumes() instanceof VolumeAnswer.Gone) {
            leave(told);
        }
    }

    private void leave(boolean told) {
        if (!view.known()) {
            steps.add(new PodStep.Forget());
        } else if (told && !view.memory().left()) {
            PodDecision.attempt(view, Memory.WORD, new PodStep.TellGone(), steps);
        }
    }

    /// Those that stay beside the others are stopped after them, the last of them first.
    ///
    /// @return whether there is something to stop
    private boolean stop() {
        List<ContainerSpec> specs = view.specs();
        boolean others = false;
        for (RunningContainer container : view.containers()) {
            boolean sidecar = specs.stream()
                    .anyMatch(spec -> spec.part() == Part.SIDECAR && spec.name().equals(container.name()));
            if (container.runs() && !sidecar) {
                others = true;
                stop(container);
            }
        }
        if (others) {
            return true;
        }
        for (ContainerSpec spec : specs.reversed()) {
            Optional<RunningContainer> latest = view.latest(spec.name()).filter(RunningContainer::runs);
            if (latest.isPresent()) {
                stop(latest.get());
                return true;
            }
        }
        return false;
    }

    private void stop(RunningContainer container) {
        Instant since = view.memory().endingSince();
        Instant by = (since == null ? view.now() : since).plus(view.grace());
        var stop = new PodStep.Stop(container.id(), container.name(), by, "Stopping container " + container.name());
        PodDecision.attempt(view, container.id(), stop, steps);
    }
}
