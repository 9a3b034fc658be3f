package dev.stowage.node.run;

import dev.stowage.node.runtime.RunningContainer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What to do about a pod now. A function of what is seen.
final class PodDecision {
    /// The latest, and the one before it, whose log somebody may ask for.
    private static final int KEPT = 2;

    private PodDecision() {}

    /// @param told whether the API server has the pod's status as it is
    static List<PodStep> of(PodView view, boolean told) {
        List<PodStep> steps = view.goesDown() ? Descent.of(view, told) : Ascent.of(view);
        if (!view.goesDown()) {
            steps.addAll(superfluous(view));
        }
        return steps;
    }

    /// Begins the act, unless it is under way or failed a moment ago.
    static void attempt(PodView view, String trouble, PodStep.Act act, List<PodStep> steps) {
        if (view.memory().underWay().contains(act)) {
            return;
        }
        Trouble known = view.memory().troubles().get(trouble);
        Instant until = known == null ? view.now() : known.until();
        if (until.isAfter(view.now())) {
            steps.add(new PodStep.WaitUntil(until));
        } else {
            steps.add(act);
        }
    }

    private static List<PodStep> superfluous(PodView view) {
        var steps = new ArrayList<PodStep>();
        var place = view.place();
        if (place == null) {
            return steps;
        }
        for (RunningContainer old : place.containers()) {
            int latest = view.latest(old.name()).map(RunningContainer::attempt).orElse(0);
            if (!old.runs() && old.attempt() <= latest - KEPT) {
                attempt(view, old.id(), new PodStep.RemoveContainer(old.id()), steps);
            }
        }
        return steps;
    }
}
