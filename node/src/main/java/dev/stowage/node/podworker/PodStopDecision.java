package dev.stowage.node.podworker;

import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podworker.ContainerSpec.Part;
import dev.stowage.node.runtime.RuntimeContainer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides how a pod is terminated: its containers, then its sandbox, then its volumes, then the pod itself.
final class PodStopDecision {
    private final PodState view;
    private final List<PodAction> steps = new ArrayList<>();

    private PodStopDecision(PodState view) {
        this.view = view;
    }

    static List<PodAction> of(PodState view, boolean statusWritten) {
        var podStopDecision = new PodStopDecision(view);
        podStopDecision.decide(statusWritten);
        return podStopDecision.steps;
    }

    private void decide(boolean statusWritten) {
        PodMemory podMemory = view.podMemory();
        if (view.runsSomething()
                && !podMemory.released()
                && !podMemory.volumesVersion().equals(view.pod().meta().resourceVersion())) {
            // After a restart of the node: running containers need their volumes until they exit.
            steps.add(new PodAction.MountVolumes(view.pod().meta().resourceVersion()));
        }
        if (podMemory.isStarting()) {
            steps.add(new PodAction.CancelStarts());
        }
        if (stop() || podMemory.isStarting() || podMemory.isStopping()) {
            return;
        }
        if (view.sandbox() != null) {
            // Until the status is written, only the runtime knows the results of the containers.
            if (view.isDeletionRequested() || (statusWritten && view.pod().isOver())) {
                PodDecision.attempt(view, PodMemory.REMOVAL, new PodAction.RemovePod(), steps);
            }
            return;
        }
        if (!podMemory.released()) {
            PodDecision.attempt(view, PodMemory.VOLUMES, new PodAction.ReleaseVolumes(), steps);
        } else if (view.isDeletionRequested() && view.volumes() instanceof PodVolumeStatus.Unmounted) {
            leave(statusWritten);
        }
    }

    private void leave(boolean statusWritten) {
        if (!view.known()) {
            steps.add(new PodAction.Forget());
        } else if (statusWritten && !view.podMemory().deletionRequested()) {
            PodDecision.attempt(view, PodMemory.WORD, new PodAction.DeletePodObject(), steps);
        }
    }

    /// Sidecars are stopped after the other containers, in reverse order.
    ///
    /// @return whether there is something to stop
    private boolean stop() {
        List<ContainerSpec> specs = view.specs();
        boolean others = false;
        for (RuntimeContainer container : view.containers()) {
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
            Optional<RuntimeContainer> latest = view.latest(spec.name()).filter(RuntimeContainer::runs);
            if (latest.isPresent()) {
                stop(latest.get());
                return true;
            }
        }
        return false;
    }

    private void stop(RuntimeContainer container) {
        Instant since = view.podMemory().endingSince();
        Instant by = (since == null ? view.now() : since).plus(view.grace());
        var stopContainer = new PodAction.StopContainer(
                container.id(), container.name(), by, "Stopping container " + container.name());
        PodDecision.attempt(view, container.id(), stopContainer, steps);
    }
}
