package dev.stowage.node.podworker;

import dev.stowage.node.runtime.RuntimeContainer;
import java.util.ArrayList;
import java.util.List;

/// Decides what to do about a pod now. A pure function of its state.
final class PodDecision {
    /// The latest, and the one before it, whose log can be requested.
    private static final int KEPT = 2;

    private PodDecision() {}

    /// @param statusWritten whether the API server has the current status of the pod
    static List<PodAction> of(PodState view, boolean statusWritten) {
        List<PodAction> steps =
                view.isTerminating() ? PodStopDecision.of(view, statusWritten) : PodStartDecision.of(view);
        if (!view.isTerminating()) {
            steps.addAll(superfluous(view));
        }
        return steps;
    }

    /// Starts the action, unless it is in progress or failed a moment ago.
    static void attempt(PodState view, String failureKey, PodAction.Background background, List<PodAction> steps) {
        if (view.podMemory().underWay().contains(background)) {
            return;
        }
        RetryableFailure known = view.podMemory().failures().get(failureKey);
        if (known != null && known.isPending(view.now())) {
            steps.add(new PodAction.WaitUntil(known.until()));
        } else {
            steps.add(background);
        }
    }

    private static List<PodAction> superfluous(PodState view) {
        var steps = new ArrayList<PodAction>();
        var place = view.sandbox();
        if (place == null) {
            return steps;
        }
        for (RuntimeContainer old : place.containers()) {
            int latest = view.latest(old.name()).map(RuntimeContainer::attempt).orElse(0);
            if (!old.runs() && old.attempt() <= latest - KEPT) {
                attempt(view, old.id(), new PodAction.RemoveContainer(old.id()), steps);
            }
        }
        return steps;
    }
}
